import { type ReactNode, useEffect, useRef } from 'react';

interface FormAlertProps {
  /** The message; nothing is rendered without one. */
  children: ReactNode;
  /** A link or button that helps. It is not a part of what is announced. */
  action?: ReactNode;
  /** Of the message, for the inputs that it describes. */
  id?: string;
}

/**
 * The error of a whole form, announced at once. Scrolls itself into view: on a phone a dialog is longer than the
 * screen.
 */
export function FormAlert({ children, action, id }: FormAlertProps) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may be longer.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' });
  }, [children]);
  if (children === '' || children === undefined || children === null) return null;
  return (
    <div
      ref={box}
      className="flex flex-wrap items-center justify-between gap-x-4 rounded-md bg-danger-soft px-4 py-3 text-sm font-medium text-danger"
    >
      <p id={id} role="alert" className="min-w-0 wrap-anywhere">
        {children}
      </p>
      {action}
    </div>
  );
}
