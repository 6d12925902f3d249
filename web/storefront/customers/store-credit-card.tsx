import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { formatDateTime } from '#web/base/time.ts';
import { queryClient } from '#web/session/query-client.ts';
import { describeEntry, storeCreditQuery } from '#web/storefront/checkout/store-credit-choice.tsx';
import { t } from '#web/texts/t.ts';
import { ProfileCard } from './profile-card.tsx';

/** Balance and latest entries of the shopper's store credit; nothing for a shopper who never had any. */
export default function StoreCreditCard({ userId }: { userId: string }) {
  const { data } = useQuery(storeCreditQuery(userId), queryClient);
  if (data === undefined || data.entries.length === 0) return null;
  return (
    <ProfileCard title={t('account.storeCredit')} lead={t('account.creditLead')}>
      <p className="text-xl font-bold tabular-nums">{formatPaise(toPaise(data.balanceAmt))}</p>
      <ul aria-label={t('account.creditChanges')} className="mt-3 divide-y divide-line text-sm">
        {data.entries.map((entry) => (
          <li key={entry._id} className="flex items-baseline justify-between gap-4 py-2">
            <span className="min-w-0">
              <span className="block wrap-anywhere">
                {entry.order === null ? (
                  describeEntry(entry)
                ) : (
                  <Link
                    to={`/orders/${entry.order._id}`}
                    className="inline-flex min-h-6 items-center underline underline-offset-4"
                  >
                    {describeEntry(entry)}
                  </Link>
                )}
              </span>
              <span className="text-ink-soft">{formatDateTime(entry.at)}</span>
            </span>
            <span className="flex-none font-semibold whitespace-nowrap tabular-nums">
              {entry.amount > 0 ? '+' : '–'}
              {formatPaise(toPaise(Math.abs(entry.amount)))}
            </span>
          </li>
        ))}
      </ul>
    </ProfileCard>
  );
}
