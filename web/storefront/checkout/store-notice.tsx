import type { EndpointResponse } from '#contract/api.ts';
import { formatPaise, toPaise } from '#contract/rules/money.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { createQuery, useQuery } from '#web/storefront/query.ts';

type StoreStatus = EndpointResponse<'getStoreStatus'>['data'];

const statusQuery = createQuery<[], StoreStatus>({
  read: async (_key, signal) => (await callApiOrThrow('getStoreStatus', {}, { signal })).data,
  freshMs: 30_000,
});
const key: [] = [];

/** Says before the order that the store is closed, or what is missing to its minimum; else nothing. The server decides. */
export function StoreNotice({ totalPaise }: { totalPaise: number }) {
  const { data: status } = useQuery(statusQuery, key);
  if (status === undefined) return null;
  const missingPaise = toPaise(status.minimumOrderAmt) - totalPaise;
  if (status.isOpen && missingPaise <= 0) return null;
  return (
    <p role="status" className="rounded-md bg-marigold-soft px-4 py-3 text-sm font-semibold">
      {status.isOpen
        ? `Orders start at ${formatPaise(toPaise(status.minimumOrderAmt))}. Add ${formatPaise(missingPaise)} more to your cart.`
        : status.text}
    </p>
  );
}
