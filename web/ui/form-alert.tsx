import { type ReactNode, useEffect, useRef } from 'react';

/**
 * The error of a whole form, announced at once; renders nothing without one. Scrolls itself into view: on a phone a
 * dialog is longer than the screen.
 */
export function FormAlert({ children }: { children: ReactNode }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may be longer.
  useEffect(() => {
    paragraph.current?.scrollIntoView({ block: 'center' });
  }, [children]);
  if (children === '' || children === undefined) return null;
  return (
    <p
      ref={paragraph}
      role="alert"
      className="rounded-md bg-danger-soft px-4 py-3 text-sm font-medium wrap-anywhere text-danger"
    >
      {children}
    </p>
  );
}
