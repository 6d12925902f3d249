import { type ReactNode, useId } from 'react';

/** A titled part of the page of an order. */
export function OrderCard({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="rounded-lg border border-line bg-surface p-4 md:p-5">
      <h2 id={titleId} className="mb-3 text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}
