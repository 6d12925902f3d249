import { type ReactNode, type Ref, useId } from 'react';
import type { ProductImport } from '#contract/product-import/product-import.ts';

/** Formats a count: `1 product`, `1,200 products`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`;
}

interface ImportCardProps {
  title: string;
  /** Receives the focus when the previous step ends. */
  headingRef?: Ref<HTMLHeadingElement>;
  isBusy?: boolean;
  children: ReactNode;
}

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

/** Row counts by result. */
export function ImportCounts({ counted }: { counted: ProductImport }) {
  const { status, toCreate, toUpdate, unchanged, badRows } = counted;
  const isApplied = status === 'APPLIED';
  const counts = [
    { label: 'New products', count: toCreate },
    { label: 'Changed products', count: toUpdate },
    { label: 'Unchanged', count: unchanged },
    { label: isApplied ? 'Skipped' : 'Rows with errors', count: badRows, isBad: badRows > 0 },
  ];
  return (
    <dl className="mt-4 grid grid-cols-2 gap-2 sm:gap-3 xl:grid-cols-4">
      {counts.map(({ label, count, isBad = false }) => (
        <div
          key={label}
          className={`flex flex-col-reverse justify-end rounded-md px-4 py-3 ${isBad ? 'bg-danger-soft text-danger' : 'bg-sunken'}`}
        >
          <dt className={`text-sm ${isBad ? '' : 'text-ink-soft'}`}>{label}</dt>
          <dd className="text-lg font-bold tabular-nums">{count.toLocaleString('en-IN')}</dd>
        </div>
      ))}
    </dl>
  );
}
