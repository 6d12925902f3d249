import type { ProductImport } from '#contract/product-import.ts';

/** How many rows do what; figures of bad rows are red. */
export function ImportCounts({ counted }: { counted: ProductImport }) {
  const { status, toCreate, toUpdate, unchanged, badRows } = counted;
  const isApplied = status === 'APPLIED';
  const counts = [
    { label: 'New products', count: toCreate },
    { label: 'Changed products', count: toUpdate },
    { label: 'As they are', count: unchanged },
    { label: isApplied ? 'Left out' : 'Bad rows', count: badRows, isBad: badRows > 0 },
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
