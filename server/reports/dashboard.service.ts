import { toRupees } from '#contract/base/money.ts';
import { linePaise } from '#contract/cart/price-cart.ts';
import { lowStockAt } from '#contract/inventory/stock.ts';
import type { DashboardSummary } from '#contract/reports/dashboard.ts';
import type { Context, StaffContext } from '#server/http/context.ts';
import { listStockDifferences } from '#server/inventory/stock-changes.service.ts';
import type { JobBacklog } from '#server/jobs/job-queue.ts';
import { getEmailBacklog } from '#server/notifications/notifications.service.ts';
import { getRefundsDue, getToCollect } from '#server/orders/order.service.ts';
import { countOpenProblems } from '#server/problems/problem.service.ts';
import { listZeroResultSearches } from '#server/search/search-counts.service.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import * as queries from './dashboard.queries.ts';
import { findOpenSince } from './store-opening.service.ts';

const chartDays = 14;
const weekDays = 7;
const scarceCount = 8;
const topCount = 8;
const missCount = 10;

/** What waits for the staff, for the counts in their menu; 0 for what the caller may not see. */
export async function getMenuCounts(context: StaffContext) {
  const clock = { now: context.now(), timeZone: context.timeZone };
  const { permissions } = context;
  return {
    orders: permissions.has('view-orders') ? (await queries.selectOpenOrders(context.db, clock)).orders : 0,
    payments: permissions.has('confirm-upi') ? (await getToCollect(context)).orders : 0,
    problems: permissions.has('refund') ? await countOpenProblems(context) : 0,
    isLive: (await findOpenSince(context)) !== null,
  };
}

export async function getDashboard(context: Context): Promise<DashboardSummary> {
  const { db } = context;
  const clock = { now: context.now(), timeZone: context.timeZone };
  // Sequential: the dashboard must not take several connections from shoppers.
  const days = await queries.selectDays(db, clock, chartDays);
  const counts = await queries.selectCounts(db, clock, chartDays);
  const kept = await queries.selectDeliveryPromise(db, clock, weekDays);
  const figures = await queries.selectProductSales(db, clock, {
    days: weekDays,
    scarceCount,
    topCount,
  });
  const { legal } = (await currentSettings(context)).settings;
  const [yesterday, today] = days.slice(-2);
  if (yesterday === undefined || today === undefined) throw new Error('The dashboard needs two days.');
  return {
    today: { ...figuresOf(today), itemsSold: counts.items_sold },
    yesterday: {
      ...figuresOf(yesterday),
      ordersByNow: yesterday.orders_by_now,
      revenueByNow: toRupees(yesterday.revenue_paise_by_now),
    },
    days: days.map((day) => ({ day: day.day, ...figuresOf(day) })),
    testOrders: { orders: counts.test_orders, amount: toRupees(counts.test_paise) },
    promise: promiseOf(kept),
    open: await queries.selectOpenOrders(db, clock),
    owed: await getRefundsDue(context),
    unpaid: await getToCollect(context),
    openProblems: await countOpenProblems(context),
    emails: emailsOf(await getEmailBacklog(context)),
    catalogue: {
      products: counts.products,
      outOfStock: counts.out_of_stock,
      lowStock: counts.low_stock,
      lowStockAt,
      gstUnknown: legal.gstin === '' ? 0 : counts.gst_unknown,
    },
    stockDifferences: await listStockDifferences(context),
    scarce: figures.filter(({ list }) => list === 'scarce').map(scarceOf),
    topProducts: figures.filter(({ list }) => list === 'top').map(topOf),
    missedSearches: await listZeroResultSearches(context, weekDays, missCount),
  };
}

function promiseOf({ delivered, in_time: inTime }: queries.DeliveryPromiseRow): DashboardSummary['promise'] {
  const sharePercent = delivered === 0 ? null : Math.floor((inTime / delivered) * 100);
  return { delivered, inTime, sharePercent };
}

/** An email that waits for its first attempt is not a problem. */
function emailsOf({ retrying, oldestQueuedAt, givenUp }: JobBacklog): DashboardSummary['emails'] {
  const waitingSince = retrying === 0 ? null : (oldestQueuedAt?.toISOString() ?? null);
  return { waiting: retrying, waitingSince, givenUp };
}

function figuresOf({ orders, revenue_paise }: queries.DayRow) {
  return { orders, revenue: toRupees(revenue_paise) };
}

function scarceOf({ id, name, image, unit, stock, sold }: queries.ProductSalesRow) {
  return { _id: id, name, image, unit, stock: stock ?? 0, sold };
}

function topOf({ id, name, image, unit, stock, sold, sales }: queries.ProductSalesRow) {
  const revenuePaise = sales.reduce((sum, sale) => sum + linePaise(sale), 0);
  return { _id: id, name, image, unit, stock, sold, revenue: toRupees(revenuePaise) };
}
