import { useQuery } from '@tanstack/react-query';
import { callApiOrThrow } from '#web/api/client.ts';

/** How many shoppers wait for the delivery to which PIN codes; nothing without any. */
export function DeliveryRequests() {
  const { data } = useQuery({
    queryKey: ['delivery-requests'],
    queryFn: async ({ signal }) => (await callApiOrThrow('listDeliveryRequests', {}, { signal })).data,
  });
  if (data === undefined || data.totalCount === 0) return null;
  const { totalCount, pincodes } = data;
  return (
    <div className="space-y-2 border-t border-line pt-3">
      <h3 className="text-sm font-semibold">Asked to be told when you deliver there: {totalCount}</h3>
      <ul className="flex max-h-44 flex-wrap gap-x-4 gap-y-1 overflow-y-auto text-sm tabular-nums">
        {pincodes.map(({ pincode, count }) => (
          <li key={pincode}>
            {pincode}: {count} {count === 1 ? 'request' : 'requests'}
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-soft">
        They get one email when their PIN code is in the delivery area; then their request is deleted.
      </p>
    </div>
  );
}
