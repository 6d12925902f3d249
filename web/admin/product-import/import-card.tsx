import { type ReactNode, type Ref, useId } from 'react';

interface ImportCardProps {
  title: string;
  /** Takes the focus when the step before is over. */
  headingRef?: Ref<HTMLHeadingElement>;
  isBusy?: boolean;
  children: ReactNode;
}

/** A step of an import, or a part of one. */
export function ImportCard({ title, headingRef, isBusy = false, children }: ImportCardProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      aria-busy={isBusy}
      className="rounded-lg border border-line bg-surface p-4 sm:p-6"
    >
      <h2 id={titleId} ref={headingRef} tabIndex={-1} className="text-lg wrap-anywhere">
        {title}
      </h2>
      {children}
    </section>
  );
}
