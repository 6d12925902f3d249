import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Loaded, PageHeading, staffMeta } from '#web/admin/page-parts.tsx';
import { useUrlParameters } from '#web/admin/url-parameters.ts';
import { ApiError } from '#web/api/api-error.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ProductFinder } from './product-finder.tsx';
import { RecordStockForm, type StockEntry } from './record-stock-form.tsx';
import { causeLabels, formatDifference, StockChanges, stockKey } from './stock-changes.tsx';

const productKey = (id: string) => [stockKey, id, 'product'];

export const meta = staffMeta('Stock');

/** `/dashboard/stock`: counts, receipts and waste at the shelf, and the changes of the stock of a product. */
export default function StockPage() {
  const queries = useQueryClient();
  const [parameters, change] = useUrlParameters<'product' | 'page' | 'until'>();
  const productId = parameters.get('product') ?? '';
  const [entries, setEntries] = useState<readonly StockEntry[]>([]);
  const finder = useRef<HTMLInputElement>(null);
  const product = useQuery({
    queryKey: productKey(productId),
    queryFn: ({ signal }) => callApiOrThrow('getProductSummary', { productId }, { signal }),
    enabled: productId !== '',
    staleTime: 0,
    retry: (failures, cause) => failures < 2 && !(cause instanceof ApiError && cause.status === 404),
  });
  const isUnknown = product.error instanceof ApiError && product.error.status === 404;

  function record(entry: StockEntry) {
    setEntries((all) => [entry, ...all]);
    queries.setQueryData(productKey(entry.product._id), { message: '', data: entry.product });
    void queries.invalidateQueries({ queryKey: [stockKey] });
    // The next product is scanned without a tap.
    finder.current?.focus();
  }

  return (
    <>
      <PageHeading title="Stock" />
      <ProductFinder
        input={finder}
        onFound={({ _id }) => change({ product: _id, page: '', until: '' }, { replace: true })}
      />
      {productId === '' ? (
        <EmptyState title="Choose a product">
          Scan its barcode, or type a name, to count it or to see what happened to its stock.
        </EmptyState>
      ) : isUnknown ? (
        <EmptyState title="This product was deleted">What happened to its stock is below.</EmptyState>
      ) : (
        <Loaded query={product} subject="the product">
          {({ data }) => (
            <RecordStockForm
              key={productId}
              product={data}
              firstAction={entries[0]?.action ?? 'COUNT'}
              onRecorded={record}
            />
          )}
        </Loaded>
      )}
      {entries.length > 0 && <RecordedEntries entries={entries} />}
      {productId !== '' && <StockChanges productId={productId} />}
    </>
  );
}

/** What was recorded since the page was opened, newest first. */
function RecordedEntries({ entries }: { entries: readonly StockEntry[] }) {
  return (
    <section aria-label="Recorded now" className="mt-6">
      <h2 className="mb-2 text-lg">Recorded now</h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface" aria-live="polite">
        {entries.map(({ requestId, product, action, quantity, difference }) => (
          <li key={requestId} className="flex flex-wrap justify-between gap-x-4 px-3 py-2 text-sm">
            <span className="min-w-0 wrap-anywhere">
              {product.name} <span className="text-ink-soft">{product.unit}</span>
            </span>
            <span className="tabular-nums">
              {causeLabels[action]} {quantity}: {product.stock} to sell ({formatDifference(difference)})
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
