import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import type { AuditEntry } from '#contract/reports/dashboard.ts';
import { ChangeEntry } from '#web/admin/change-list.tsx';
import { PagedList, PageHeading, staffMeta } from '#web/admin/page-parts.tsx';
import { parsePageNumber, useUrlParameters } from '#web/admin/url-parameters.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { toRecordWords } from './records.ts';

type Kind = AuditEntry['kind'];

const kindLabels: Record<Kind, string> = {
  settings: 'Settings',
  coupon: 'Coupons',
  home: 'Home page',
  banner: 'Banners',
  collection: 'Collections',
  product: 'Products',
  category: 'Categories',
  'sub-category': 'Sub-categories',
  order: 'Orders',
  'day-sheet': 'Day ends',
  account: 'Accounts',
};

const isKind = (text: string): text is Kind => Object.hasOwn(kindLabels, text);

export const meta = staffMeta('History');

/** `/dashboard/history`: what the staff changed, when, with the values before and after; newest first. */
export default function HistoryPage() {
  const [parameters, change] = useUrlParameters<'kind' | 'page'>();
  const kind = parameters.get('kind') ?? '';
  const page = parsePageNumber(parameters);
  const kindId = useId();
  const history = useQuery({
    queryKey: ['history', kind, page],
    queryFn: ({ signal }) =>
      callApiOrThrow('listAudit', { page, limit: 20, ...(isKind(kind) && { kind }) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <>
      <PageHeading title="History" count={history.data?.totalCount}>
        <div className="flex items-center gap-3 max-sm:w-full">
          <label htmlFor={kindId} className="text-sm font-semibold">
            Changes of
          </label>
          <select
            id={kindId}
            value={isKind(kind) ? kind : ''}
            onChange={(event) => change({ kind: event.currentTarget.value, page: '' })}
            className="h-11 min-w-0 flex-1 rounded-md border border-line bg-surface px-3 text-base text-ink"
          >
            <option value="">Everything</option>
            {Object.entries(kindLabels).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </PageHeading>
      <PagedList
        label="Changes"
        query={history}
        subject="the history"
        empty={
          <EmptyState
            art={<History aria-hidden="true" className="size-16 text-leaf" strokeWidth={1.25} />}
            title="No changes"
            action={
              parameters.size > 0 && (
                <Link
                  to="/dashboard/history"
                  className="font-semibold text-leaf underline underline-offset-4"
                >
                  Show everything
                </Link>
              )
            }
          >
            Each change by staff appears here, with the values before and after.
          </EmptyState>
        }
      >
        {(entries) => (
          <ol aria-label="Changes" className="max-w-4xl space-y-3">
            {entries.map((entry) => (
              <ChangeEntry key={entry._id} entry={entry} {...toRecordWords(entry)} />
            ))}
          </ol>
        )}
      </PagedList>
    </>
  );
}
