import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { id, limit, moment, page, pagedResponse, response } from '#contract/base/fields.ts';
import { permissions } from '#contract/base/permissions.ts';

const auditKind = z.enum([
  'product',
  'category',
  'sub-category',
  'account',
  'order',
  'settings',
  'coupon',
  'day-sheet',
  'banner',
  'collection',
  'home',
]);

/** An entry of the audit log: who changed what and when, with the values before and after. */
const auditEntry = z
  .object({
    _id: id,
    at: moment,
    by: z.object({ _id: id.nullable(), name: z.string() }),
    kind: auditKind,
    thingId: z.string(),
    /** The name at that time. */
    thingName: z.string(),
    /** See `AuditAction`. */
    action: z.string(),
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    /**
     * The names of products, categories, sub-categories and collections whose ids are in the changes: the present one,
     * or the last one of a deleted record. Without those that no change ever named. Of brands by `brand:` and slug.
     */
    names: z.record(z.string(), z.string()),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/api/audit/list',
  summary: 'Lists changes by admins, newest first; `thingId` restricts them to one record.',
  audience: 'staff',
  permissions: ['history'],
  input: z.object({ kind: auditKind.optional(), thingId: id.optional(), page, limit: limit(20) }),
  output: pagedResponse(auditEntry),
});

const productSummary = z.object({ _id: id, name: z.string(), image: z.string(), unit: z.string() });

/**
 * The numbers of the dashboard. Money is rupees; days are those of the shop's time zone. Cancelled and unpaid orders,
 * and those of test payments, do not count.
 */
const dashboardSummary = z
  .object({
    today: z.object({ orders: z.number().int(), revenue: z.number(), itemsSold: z.number().int() }),
    /** `…ByNow` counts until this time of day, for a fair comparison with today. */
    yesterday: z.object({
      orders: z.number().int(),
      revenue: z.number(),
      ordersByNow: z.number().int(),
      revenueByNow: z.number(),
    }),
    /** The last 14 days including today, oldest first, with days without orders; as `2026-11-21`. */
    days: z.array(z.object({ day: z.iso.date(), orders: z.number().int(), revenue: z.number() })),
    /** Orders of the last 14 days that were paid by test payments. */
    testOrders: z.object({ orders: z.number().int(), amount: z.number() }),
    /** Deliveries in time in the last 7 days; the share is in whole percent, rounded down, null without deliveries. */
    promise: z.object({
      delivered: z.number().int(),
      inTime: z.number().int(),
      sharePercent: z.number().int().nullable(),
    }),
    /** Orders that are placed and not delivered yet, and those of them whose promised time is over. */
    open: z.object({ orders: z.number().int(), late: z.number().int() }),
    /** Refunds in rupees that the staff have to pay by hand, and the number of their orders. */
    owed: z.object({ orders: z.number().int(), amount: z.number() }),
    /** UPI orders, and delivered ones in cash, of which no payment is recorded, and what is due for them in rupees. */
    unpaid: z.object({ orders: z.number().int(), amount: z.number() }),
    /** Reported problems that are not decided. */
    openProblems: z.number().int(),
    emails: z.object({
      /** Emails that the mail server has not accepted so far, which are tried again. */
      waiting: z.number().int(),
      waitingSince: moment.nullable(),
      /** Emails of the last 7 days that the mail server never accepted. */
      givenUp: z.number().int(),
    }),
    catalogue: z.object({
      products: z.number().int(),
      outOfStock: z.number().int(),
      /** Without sold-out products. */
      lowStock: z.number().int(),
      /** A stock is low at or below this number. */
      lowStockAt: z.number().int(),
      /** Active products without a GST rate, which are sold untaxed; 0 if the store has no GSTIN. */
      gstUnknown: z.number().int(),
    }),
    /** Products whose recorded changes do not add up to their stock. The name of a deleted one is empty. */
    stockDifferences: z.array(
      z.object({ _id: id, name: z.string(), stock: z.number().int(), recorded: z.number().int() }),
    ),
    /** Lowest stock first, starting with sold-out products; equals by sales of the last 7 days. */
    scarce: z.array(productSummary.extend({ stock: z.number().int(), sold: z.number().int() })),
    /** By pieces sold in the last 7 days; `stock` is null for a deleted product. */
    topProducts: z.array(
      productSummary.extend({
        stock: z.number().int().nullable(),
        sold: z.number().int(),
        revenue: z.number(),
      }),
    ),
    /** Searches of the last 7 days without results, most frequent first. */
    missedSearches: z.array(z.object({ words: z.string(), count: z.number().int() })),
  })
  .meta({ id: 'DashboardSummary' });
export type DashboardSummary = z.output<typeof dashboardSummary>;

export const getDashboard = defineEndpoint({
  method: 'GET',
  path: '/api/dashboard/summary',
  summary: 'Returns the figures of the dashboard.',
  audience: 'staff',
  permissions: ['reports'],
  input: z.object({}),
  output: response(dashboardSummary),
});

export const getMenuCounts = defineEndpoint({
  method: 'GET',
  path: '/api/dashboard/counts',
  summary:
    'Returns what waits for the staff: open orders, payments to confirm and reported problems; and whether the store is open.',
  audience: 'staff',
  /** Each count only with its permission. */
  permissions,
  input: z.object({}),
  output: response(
    z
      .object({
        orders: z.number().int(),
        payments: z.number().int(),
        problems: z.number().int(),
        /** False before the owner opens the store or the first order of a customer is delivered. */
        isLive: z.boolean(),
      })
      .meta({ id: 'MenuCounts' }),
  ),
});
