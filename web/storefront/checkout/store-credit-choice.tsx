import { queryOptions, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { EndpointResponse } from '#contract/api.ts';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { t } from '#web/texts/t.ts';

interface StoreCreditChoiceProps {
  /** Of `storeCreditQuery`. */
  reading: Pick<UseQueryResult<StoreCredit>, 'data' | 'refetch'>;
  totalPaise: number;
  /** The balance that may be used; 0 if the shopper does not want to. */
  usedPaise: number;
  isDisabled: boolean;
  /** The last order was refused, perhaps because the balance has changed. */
  mustReadAgain: boolean;
  onChange: (usedPaise: number) => void;
}

/** Offers to pay with store credit; nothing for a shopper without any. */
export function StoreCreditChoice(props: StoreCreditChoiceProps) {
  const { reading, totalPaise, usedPaise, isDisabled, mustReadAgain, onChange } = props;
  const { data, refetch } = reading;
  const readAgain = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (mustReadAgain) readAgain();
  }, [mustReadAgain]);
  const balancePaise = toPaise(data?.balanceAmt ?? 0);
  const apply = useEffectEvent(onChange);
  useEffect(() => {
    // The balance has changed since it was chosen.
    if (data !== undefined && usedPaise > 0 && usedPaise !== balancePaise) apply(balancePaise);
  }, [data, usedPaise, balancePaise]);
  if (balancePaise === 0 || totalPaise === 0) return null;
  const creditPaise = Math.min(balancePaise, totalPaise);
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border border-line bg-surface px-4 py-2 text-sm">
      <input
        type="checkbox"
        className="size-5 flex-none accent-leaf"
        checked={usedPaise > 0}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked ? balancePaise : 0)}
      />
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{t('checkout.useCredit', { amount: formatPaise(creditPaise) })}</span>
        <span className="block text-ink-soft tabular-nums">
          {usedPaise > 0
            ? t('checkout.leftToPay', { amount: formatPaise(totalPaise - creditPaise) })
            : t('checkout.haveCredit', { amount: formatPaise(balancePaise) })}
        </span>
      </span>
    </label>
  );
}

/** The store credit of the shopper with its latest entries. */
export const storeCreditQuery = (userId: string) =>
  queryOptions({
    queryKey: ['store-credit', userId],
    queryFn: async ({ signal }) => (await callApiOrThrow('getStoreCredit', {}, { signal })).data,
    staleTime: 0,
  });

type StoreCredit = EndpointResponse<'getStoreCredit'>['data'];

/** What an entry of the ledger is about, for the shopper and the staff. */
export function describeEntry({
  kind,
  order,
  reason,
}: Pick<StoreCredit['entries'][number], 'kind' | 'order' | 'reason'>): string {
  if (kind === 'ORDER') return t('account.creditPaid', { order: order?.orderId ?? '' });
  if (kind === 'REFUND') return t('account.creditRefund', { order: order?.orderId ?? '' });
  if (kind === 'RETURN') return t('account.creditReturned', { order: order?.orderId ?? '' });
  if (kind === 'GRANT' && order !== null) return t('account.creditLate', { order: order.orderId });
  return reason ?? t('account.creditClosed');
}
