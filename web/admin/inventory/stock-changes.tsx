import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { StockAction, StockCause } from '#contract/inventory/stock.ts';
import type { StockChange } from '#contract/inventory/stock-changes.ts';
import { fromLocalInput } from '#web/admin/formats.ts';
import { OrderLink, PagedList } from '#web/admin/page-parts.tsx';
import { parsePageNumber, useUrlParameters } from '#web/admin/url-parameters.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { formatDateTime } from '#web/base/time.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/loading.tsx';

/** The first part of the keys of queries about stock. */
export const stockKey = 'stock';

const pageSize = 20;

/** All changes of the stock of a product, newest first, and its stock at a chosen time. */
export function StockChanges({ productId }: { productId: string }) {
  const [parameters, change] = useUrlParameters<'page' | 'until'>();
  const page = parsePageNumber(parameters);
  const local = parameters.get('until') ?? '';
  const until = fromLocalInput(local);
  const list = useQuery({
    queryKey: [stockKey, productId, 'changes', until, page],
    queryFn: ({ signal }) =>
      callApiOrThrow(
        'listStockChanges',
        { productId, page, limit: pageSize, ...(until !== null && { until }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const then = page === 1 && !list.isPlaceholderData ? (list.data?.data[0]?.stock ?? 0) : null;
  return (
    <section aria-label="Stock changes" className="mt-6">
      <div className="mb-3 flex flex-wrap items-end gap-x-6 gap-y-2">
        <h2 className="flex-1 text-lg">Changes</h2>
        {until !== null && then !== null && (
          <p role="status" className="min-h-11 content-center font-semibold tabular-nums">
            {then} in stock at that time
          </p>
        )}
        <Field
          label="Stock at"
          type="datetime-local"
          value={local}
          onChange={(event) => change({ until: event.target.value, page: '' }, { replace: true })}
        />
      </div>
      <PagedList
        label="Changes"
        query={list}
        subject="the changes"
        skeleton={<Skeleton className="h-40 w-full rounded-lg" />}
        empty={<EmptyState title="No changes">This product had no stock until then.</EmptyState>}
      >
        {(changes) => (
          <ol
            aria-label="Stock changes"
            aria-busy={list.isPlaceholderData}
            className="divide-y divide-line rounded-lg border border-line bg-surface"
          >
            {changes.map((row) => (
              <ChangeRow key={row._id} row={row} />
            ))}
          </ol>
        )}
      </PagedList>
    </section>
  );
}

function ChangeRow({ row }: { row: StockChange }) {
  const { at, cause, difference, stock, order, by, note } = row;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-3 py-2 text-sm sm:grid-cols-[9rem_minmax(0,1fr)_auto] sm:items-center">
      <p className="text-ink-soft max-sm:order-3 max-sm:col-span-2">{formatDateTime(at)}</p>
      <div className="min-w-0 wrap-anywhere">
        <p>
          <span className="font-semibold">{causeLabels[cause]}</span>
          {order !== null && (
            <>
              {' '}
              <OrderLink order={order} />
            </>
          )}
          {by !== null && ` by ${by}`}
        </p>
        {note !== '' && <p className="text-ink-soft">{note}</p>}
      </div>
      <p className="text-right tabular-nums">
        <span className="font-semibold">{formatDifference(difference)}</span> → {stock}
      </p>
    </li>
  );
}

export const actionLabels: Record<StockAction, string> = {
  COUNT: 'Counted on the shelf',
  RECEIPT: 'Received',
  WASTE: 'Thrown away',
};

export const causeLabels: Record<StockCause, string> = {
  ...actionLabels,
  COUNT: 'Counted',
  START: 'Before changes were recorded',
  CREATED: 'Product added',
  ORDER: 'Order',
  REPLACEMENT: 'Replacement in an order',
  WEIGHED: 'Weighed for an order',
  LATE_PAYMENT: 'Order paid late',
  CANCELLATION: 'Order cancelled',
  UNDELIVERED: 'Order could not be delivered',
  EDIT: 'Edited',
  IMPORT: 'Import',
  PICKING: 'Found while picking',
  DELETED: 'Product deleted',
  OTHER: 'Changed in the database',
};

/** Such as `+3`, `−3` or `0`. */
export function formatDifference(difference: number): string {
  if (difference === 0) return '0';
  return difference > 0 ? `+${difference}` : `−${-difference}`;
}
