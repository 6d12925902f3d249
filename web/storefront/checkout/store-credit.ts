import type { EndpointResponse } from '#contract/api.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { createQuery } from '#web/storefront/query.ts';
import { t } from '#web/texts/t.ts';

/** The store credit of the shopper with its latest entries. */
export const storeCreditQuery = createQuery<[userId: string], EndpointResponse<'getStoreCredit'>['data']>({
  read: async (_key, signal) => (await callApiOrThrow('getStoreCredit', {}, { signal })).data,
});

type Entry = EndpointResponse<'getStoreCredit'>['data']['entries'][number];

/** What an entry of the ledger is about, for the shopper and the staff. */
export function describeEntry({ kind, order, reason }: Pick<Entry, 'kind' | 'order' | 'reason'>): string {
  if (kind === 'ORDER') return t('account.creditPaid', { order: order?.orderId ?? '' });
  if (kind === 'REFUND') return t('account.creditRefund', { order: order?.orderId ?? '' });
  if (kind === 'RETURN') return t('account.creditReturned', { order: order?.orderId ?? '' });
  return reason ?? t('account.creditClosed');
}
