import { useQuery } from '@tanstack/react-query';
import { CircleAlert, PackagePlus, RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { DashboardSummary } from '#contract/dashboard.ts';
import { formatPaise, paiseOf } from '#contract/rules/money.ts';
import { ApiError } from '#web/api/api-error.ts';
import { callApiOrThrow } from '#web/api.ts';
import { formatMoment } from '#web/moment.ts';
import { readAccountAgain } from '#web/session/read-account.ts';
import { buttonClass, IconButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { OutOfReach } from '../out-of-reach.tsx';
import { PageHeading } from '../page-heading.tsx';
import { AgainstYesterday, FigureTile, tileLinkClass } from './figure-tile.tsx';
import { formatCount, formatRupees } from './figures.ts';
import { HomeSkeleton } from './home-skeleton.tsx';
import { MissedSearches } from './missed-searches.tsx';
import { ScarceProducts, TopProducts } from './product-figures.tsx';
import { SalesChart } from './sales-chart.tsx';

const everyMs = 60_000;

/** The home of admins: how the day goes, and what needs them. Read anew every minute while somebody looks. */
export default function AdminHome({ userId }: { userId: string }) {
  const { data, error, isPending, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['dashboard', userId],
    queryFn: async ({ signal }) => (await callApiOrThrow('getDashboard', {}, { signal })).data,
    refetchInterval: everyMs,
    staleTime: everyMs / 6,
  });
  const isRefused = error instanceof ApiError && error.code === 'FORBIDDEN';
  useEffect(() => {
    // Whoever is no admin any more sees what shoppers see.
    if (isRefused) void readAccountAgain();
  }, [isRefused]);
  if (isPending) return <HomeSkeleton />;
  if (data === undefined) {
    return (
      <>
        <PageHeading title="Dashboard" />
        <OutOfReach subject="The figures are" isRetrying={isFetching} onRetry={() => void refetch()} />
      </>
    );
  }
  const moment = formatMoment(new Date(dataUpdatedAt).toISOString());
  return (
    <>
      <PageHeading title="Dashboard">
        <div className="flex items-center gap-1">
          {/* Heard only when it fails: a moment that is read out every minute would disturb. */}
          <p className="text-right text-sm text-ink-soft" role={error === null ? undefined : 'status'}>
            {error === null ? `As of ${moment}` : `Could not be read again. As of ${moment}`}
          </p>
          <IconButton label="Refresh" disabled={isFetching} onClick={() => void refetch()}>
            <RotateCw aria-hidden="true" className={`size-5 ${isFetching ? 'animate-spin' : ''}`} />
          </IconButton>
        </div>
      </PageHeading>
      {data.catalogue.products === 0 ? <EmptyShelves /> : <Figures summary={data} />}
    </>
  );
}

function Figures({ summary }: { summary: DashboardSummary }) {
  const { today, yesterday, days, promise, owed, catalogue, scarce, topProducts, missedSearches } = summary;
  return (
    <div className="space-y-8">
      {owed.orders > 0 && <Owed owed={owed} />}
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-3 xl:grid-cols-5 [&>:last-child]:col-span-2 xl:[&>:last-child]:col-span-1">
        <FigureTile label="Revenue today" value={formatRupees(today.revenue)}>
          <AgainstYesterday now={today.revenue} before={yesterday.revenueByNow} format={formatRupees} />
        </FigureTile>
        <FigureTile label="Orders today" value={formatCount(today.orders)}>
          <AgainstYesterday now={today.orders} before={yesterday.ordersByNow} format={formatCount} />
        </FigureTile>
        <FigureTile label="Items sold today" value={formatCount(today.itemsSold)}>
          {today.orders === 0 ? 'No order yet' : `${formatRupees(today.revenue / today.orders)} an order`}
        </FigureTile>
        <FigureTile
          label="Delivered in time"
          value={promise.sharePercent === null ? '–' : `${promise.sharePercent}%`}
        >
          {promise.delivered === 0
            ? 'No delivery in the last 7 days'
            : `${formatCount(promise.inTime)} of ${formatCount(promise.delivered)} in the last 7 days`}
        </FigureTile>
        <FigureTile
          label="Out of stock"
          value={formatCount(catalogue.outOfStock)}
          to={catalogue.outOfStock === 0 ? undefined : '/dashboard/product?stock=out'}
        >
          <LowStock count={catalogue.lowStock} at={catalogue.lowStockAt} />, of{' '}
          {formatCount(catalogue.products)} products
        </FigureTile>
      </dl>
      <SalesChart days={days} />
      <div className="grid items-start gap-x-6 gap-y-8 xl:grid-cols-2">
        <ScarceProducts scarce={scarce} lowStockAt={catalogue.lowStockAt} />
        <TopProducts topProducts={topProducts} />
        <MissedSearches missed={missedSearches} />
      </div>
    </div>
  );
}

/** Refunds that did not arrive: nobody else will tell. */
function Owed({ owed: { orders, amount } }: { owed: DashboardSummary['owed'] }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 rounded-lg bg-danger-soft px-4 py-1 text-danger">
      <span className="flex items-start gap-3 py-2 font-medium">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none" />
        {formatPaise(paiseOf(amount))} did not get back to {orders === 1 ? 'a shopper' : 'shoppers'}: the card
        refused it.
      </span>
      <Link to="/dashboard/orders?tab=owed" className={`inline-flex min-h-11 items-center ${tileLinkClass}`}>
        {orders === 1 ? 'See the order' : `See ${formatCount(orders)} orders`}
      </Link>
    </p>
  );
}

function LowStock({ count, at }: { count: number; at: number }) {
  const text = `${formatCount(count)} more with ${at} pieces or fewer`;
  if (count === 0) return text;
  return (
    <Link to="/dashboard/product?stock=low" className={tileLinkClass}>
      {text}
    </Link>
  );
}

function EmptyShelves() {
  return (
    <EmptyState
      art={<PackagePlus aria-hidden="true" className="size-16 text-leaf" strokeWidth={1.25} />}
      title="The shelves are empty"
      action={
        <Link to="/dashboard/upload-product" className={buttonClass()}>
          Upload Product
        </Link>
      }
    >
      Once there is something to sell, this page tells how it sells.
    </EmptyState>
  );
}
