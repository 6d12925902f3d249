import { useQuery } from '@tanstack/react-query';
import { CircleAlert, ListTodo, MailWarning, PackagePlus, RotateCw } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { DashboardSummary } from '#contract/reports/dashboard.ts';
import { formatCount, formatRupees } from '#web/admin/formats.ts';
import { AddProductLinks } from '#web/admin/next-steps.tsx';
import { Loaded, PageHeading, SecondFactorMissing } from '#web/admin/page-parts.tsx';
import { mayOpen, StaffLink } from '#web/admin/staff-link.tsx';
import { ApiError } from '#web/api/api-error.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { formatDateTime } from '#web/base/time.ts';
import { queryClient } from '#web/session/query-client.ts';
import { refreshAccount, useMay, useSession } from '#web/session/session.ts';
import { IconButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { LowStockProducts, TopProducts, ZeroResultSearches } from './dashboard-lists.tsx';
import { OpeningList, useOpening } from './opening-list.tsx';
import { ChangeChip } from './report-chart.tsx';
import { SalesChart } from './sales-chart.tsx';

interface StatTileProps {
  label: string;
  value: string;
  /** Link to the items behind the number. */
  to?: string | undefined;
  children: ReactNode;
}

const tileLinkClass = 'text-leaf underline decoration-1 underline-offset-4 hover:decoration-2';

/** A number with a line of context below it. */
function StatTile({ label, value, to, children }: StatTileProps) {
  return (
    <div className="flex min-h-37 flex-col rounded-lg border border-line bg-surface p-4">
      <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
      <dd className="mt-1">
        <span className="block font-display text-xl font-bold tabular-nums">
          {to === undefined ? (
            value
          ) : (
            <StaffLink
              to={to}
              aria-label={`${label}: ${value}`}
              className={`inline-block min-w-11 ${tileLinkClass}`}
            >
              {value}
            </StaffLink>
          )}
        </span>
        <span className="mt-2 block text-sm text-ink-soft">{children}</span>
      </dd>
    </div>
  );
}

interface ComparedToYesterdayProps {
  now: number;
  before: number;
  format: (count: number) => string;
}

/** The value at this time yesterday, and the change in percent. */
function ComparedToYesterday({ now, before, format }: ComparedToYesterdayProps) {
  return (
    <>
      <ChangeChip value={now} before={before} rise="good" />
      <span className="tabular-nums">{format(before)}</span> by this time yesterday
    </>
  );
}

const refreshMs = 60_000;

/** Dashboard of the store for admins. Refetches every minute while the tab is visible. */
export default function AdminDashboard(props: { userId: string }) {
  const { user } = useSession();
  if (user?.second_factor === 'required') return <SecondFactorMissing />;
  return <Dashboard {...props} />;
}

function Dashboard({ userId }: { userId: string }) {
  const query = useQuery(
    {
      queryKey: ['dashboard', userId],
      queryFn: async ({ signal }) => (await callApiOrThrow('getDashboard', {}, { signal })).data,
      refetchInterval: refreshMs,
      staleTime: refreshMs / 6,
    },
    queryClient,
  );
  const { data, error, isFetching, dataUpdatedAt, refetch } = query;
  const { isLoading, opening } = useOpening();
  const isRefused = error instanceof ApiError && error.code === 'FORBIDDEN';
  useEffect(() => {
    // The role has been revoked: the stored account is refreshed and the shopper dashboard is shown.
    if (isRefused) void refreshAccount();
  }, [isRefused]);
  if (data === undefined || isLoading) {
    return (
      <>
        <PageHeading title="Dashboard" />
        {data === undefined ? (
          <Loaded query={query} subject="the dashboard" skeleton={<DashboardSkeleton />} />
        ) : (
          <DashboardSkeleton />
        )}
      </>
    );
  }
  const moment = formatDateTime(new Date(dataUpdatedAt).toISOString());
  return (
    <>
      <PageHeading title="Dashboard">
        <div className="flex items-center gap-1">
          {/* Announced only on failure: an announcement every minute would disturb. */}
          <p className="text-right text-sm text-ink-soft" role={error === null ? undefined : 'status'}>
            {error === null ? `As of ${moment}` : `Couldn't refresh. As of ${moment}`}
          </p>
          <IconButton label="Refresh" disabled={isFetching} onClick={() => void refetch()}>
            <RotateCw aria-hidden="true" className={`size-5 ${isFetching ? 'animate-spin' : ''}`} />
          </IconButton>
        </div>
      </PageHeading>
      {opening !== null && <OpeningList opening={opening} />}
      <UnsentEmails {...data.emails} />
      {/* A store that is not open yet has nothing to count. */}
      {(opening === null || opening.wentLiveAt !== null) &&
        (data.catalogue.products === 0 ? <EmptyCatalogue /> : <DashboardStats summary={data} />)}
    </>
  );
}

function DashboardSkeleton() {
  return (
    <div aria-busy="true" className="space-y-6">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-3 xl:grid-cols-5 [&>:last-child]:col-span-2 xl:[&>:last-child]:col-span-1">
        {['revenue', 'orders', 'items', 'promise', 'stock'].map((tile) => (
          <Skeleton key={tile} className="h-37 rounded-lg" />
        ))}
      </div>
      <Skeleton className="h-88 rounded-lg" />
      <div className="grid gap-6 xl:grid-cols-2">
        <Skeleton className="h-96 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </div>
  );
}

function DashboardStats({ summary }: { summary: DashboardSummary }) {
  const { today, yesterday, days, testOrders, promise, catalogue, scarce, topProducts, missedSearches } =
    summary;
  return (
    <div className="space-y-8">
      <Tasks summary={summary} />
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-3 xl:grid-cols-5 [&>:last-child]:col-span-2 xl:[&>:last-child]:col-span-1">
        <StatTile label="Net sales today" value={formatRupees(today.revenue)}>
          <ComparedToYesterday now={today.revenue} before={yesterday.revenueByNow} format={formatRupees} />
        </StatTile>
        <StatTile label="Orders today" value={formatCount(today.orders)}>
          <ComparedToYesterday now={today.orders} before={yesterday.ordersByNow} format={formatCount} />
        </StatTile>
        <StatTile label="Pieces sold today" value={formatCount(today.itemsSold)}>
          {today.orders === 0 ? 'No orders yet' : `${formatRupees(today.revenue / today.orders)} per order`}
        </StatTile>
        <StatTile
          label="Delivered on time"
          value={promise.sharePercent === null ? '–' : `${promise.sharePercent}%`}
        >
          {promise.delivered === 0
            ? 'No deliveries in the last 7 days'
            : `${formatCount(promise.inTime)} of ${formatCount(promise.delivered)} in the last 7 days`}
        </StatTile>
        <StatTile
          label="Out of stock"
          value={formatCount(catalogue.outOfStock)}
          to={catalogue.outOfStock === 0 ? undefined : '/dashboard/product?stock=out'}
        >
          <LowStock count={catalogue.lowStock} />, of {formatCount(catalogue.products)} products
        </StatTile>
      </dl>
      <div className="space-y-2">
        <p className="text-sm text-ink-soft">
          Orders placed, without cancelled ones and test payments. Net sales are with tax, delivery and fees,
          less discounts and refunded products.
          {testOrders.orders > 0 &&
            ` Not counted in the last ${days.length} days: test payments of ${formatRupees(testOrders.amount)}.`}
        </p>
        <SalesChart days={days} />
      </div>
      <div className="grid items-start gap-x-6 gap-y-8 xl:grid-cols-2">
        <LowStockProducts scarce={scarce} lowStockAt={catalogue.lowStockAt} />
        <TopProducts topProducts={topProducts} />
        <ZeroResultSearches missed={missedSearches} />
      </div>
    </div>
  );
}

/** Emails that the mail server does not accept: shoppers wait for codes and receipts. */
function UnsentEmails({ waiting, waitingSince, givenUp }: DashboardSummary['emails']) {
  if (waiting === 0 && givenUp === 0) return null;
  const emails = (count: number) => `${formatCount(count)} ${count === 1 ? 'email' : 'emails'}`;
  return (
    <div className="mb-8 flex items-start gap-3 rounded-lg bg-danger-soft px-4 py-3 font-medium text-danger">
      <MailWarning aria-hidden="true" className="mt-0.5 size-5 flex-none" />
      <div className="min-w-0">
        {waitingSince !== null && (
          <p>
            {emails(waiting)} waiting for the mail server since {formatDateTime(waitingSince)}. Check that it
            is running.
          </p>
        )}
        {givenUp > 0 && <p>{emails(givenUp)} not delivered in the last 7 days.</p>}
      </div>
    </div>
  );
}

interface TaskProps {
  text: string;
  link: string;
  to: string;
  /** Otherwise it can wait. */
  isUrgent: boolean;
}

const withCount = (count: number, one: string, many: string) =>
  count === 1 ? one : `${formatCount(count)} ${many}`;

/** What waits for the staff, the most urgent first, each with a link to its list. */
function listTasks(summary: DashboardSummary): TaskProps[] {
  const { open, owed, unpaid, openProblems, catalogue, stockDifferences } = summary;
  const [wrong] = stockDifferences;
  const orders = (count: number) => `View ${withCount(count, 'order', 'orders')}`;
  const money = (amount: number) => formatPaise(toPaise(amount));
  const tasks: (TaskProps & { count: number })[] = [
    {
      count: open.late,
      isUrgent: true,
      text: `Late orders: ${formatCount(open.late)}.`,
      link: `View late ${open.late === 1 ? 'order' : 'orders'}`,
      to: '/dashboard/orders?tab=late',
    },
    {
      count: open.orders,
      isUrgent: false,
      text: `Open orders: ${formatCount(open.orders)}.`,
      link: `View open ${open.orders === 1 ? 'order' : 'orders'}`,
      to: '/dashboard/orders',
    },
    {
      count: owed.orders,
      isUrgent: true,
      text: `Refunds due: ${money(owed.amount)}. Pay ${owed.orders === 1 ? 'it' : 'them'} out by hand.`,
      link: orders(owed.orders),
      to: '/dashboard/orders?tab=owed',
    },
    {
      count: unpaid.orders,
      isUrgent: true,
      text: `Payments to confirm: ${money(unpaid.amount)}.`,
      link: orders(unpaid.orders),
      to: '/dashboard/payments',
    },
    {
      count: openProblems,
      isUrgent: true,
      text: `Problems to decide: ${formatCount(openProblems)}.`,
      link: `View ${withCount(openProblems, 'problem', 'problems')}`,
      to: '/dashboard/problems',
    },
    {
      count: stockDifferences.length,
      isUrgent: true,
      text: `Stock and its recorded changes differ: ${withCount(stockDifferences.length, '1 product', 'products')}, ${wrong?.name || 'a deleted one'} (${wrong?.stock} in stock, ${wrong?.recorded} recorded).`,
      link: 'View the changes',
      to: `/dashboard/stock?product=${wrong?._id}`,
    },
    {
      count: catalogue.gstUnknown,
      isUrgent: true,
      text: `${withCount(catalogue.gstUnknown, '1 active product has', 'active products have')} no GST rate and ${catalogue.gstUnknown === 1 ? 'is' : 'are'} sold without tax.`,
      link: 'Enter GST rates',
      to: '/dashboard/product?status=active&gst=unknown',
    },
    {
      count: catalogue.outOfStock,
      isUrgent: false,
      text: `Out of stock: ${withCount(catalogue.outOfStock, '1 product', 'products')}.`,
      link: 'View what is sold out',
      to: '/dashboard/product?stock=out',
    },
    {
      count: catalogue.lowStock,
      isUrgent: false,
      text: `Low stock: ${withCount(catalogue.lowStock, '1 product', 'products')}.`,
      link: 'View what is running out',
      to: '/dashboard/product?stock=low',
    },
  ];
  return tasks.filter(({ count }) => count > 0);
}

function Tasks({ summary }: { summary: DashboardSummary }) {
  const { user } = useSession();
  const tasks = listTasks(summary).filter(({ to }) => mayOpen(user, to));
  if (tasks.length === 0) return null;
  return (
    <ul
      aria-label="To do"
      className="grid gap-x-8 rounded-lg border border-line bg-surface px-4 py-1 lg:grid-cols-2"
    >
      {tasks.map(({ text, link, to, isUrgent }) => (
        <li key={to} className={`flex flex-wrap items-center gap-x-3 ${isUrgent ? 'text-danger' : ''}`}>
          <span className="flex items-start gap-3 py-2 font-medium">
            {isUrgent ? (
              <CircleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none" />
            ) : (
              <ListTodo aria-hidden="true" className="mt-0.5 size-5 flex-none text-leaf" />
            )}
            {text}
          </span>
          <StaffLink to={to} className={`inline-flex min-h-11 items-center ${tileLinkClass}`}>
            {link}
          </StaffLink>
        </li>
      ))}
    </ul>
  );
}

function LowStock({ count }: { count: number }) {
  const text = `${formatCount(count)} more low in stock`;
  if (count === 0) return text;
  return (
    <StaffLink to="/dashboard/product?stock=low" className={tileLinkClass}>
      {text}
    </StaffLink>
  );
}

function EmptyCatalogue() {
  const mayEdit = useMay('edit-products');
  return (
    <EmptyState
      art={<PackagePlus aria-hidden="true" className="size-16 text-leaf" strokeWidth={1.25} />}
      title="No products yet"
      action={mayEdit && <AddProductLinks />}
    >
      Add products one by one, or import them from a spreadsheet. Sales appear here once you have products.
    </EmptyState>
  );
}
