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
 * The error of a whole form, announced at once. Scrolls itself into view when the message appears or changes: on a
 * phone a dialog is longer than the screen.
 */
export function FormAlert({ children, action, id }: FormAlertProps) {
  const box = useRef<HTMLDivElement>(null);
  const shownText = useRef('');
  // After each render: children that are not one string are new ones every time.
  useEffect(() => {
    const text = box.current?.querySelector('p')?.textContent ?? '';
    if (text !== '' && text !== shownText.current) box.current?.scrollIntoView({ block: 'center' });
    shownText.current = text;
  });
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
