import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { id, limit, moment, page, pagedResponse, response } from './fields.ts';

/** The kinds of thing that an admin changes. */
const auditKind = z.enum(['product', 'category', 'sub-category', 'account', 'order']);

/** One write of an admin: who, when, what, and the fields that changed with their values before and after. */
const auditEntry = z
  .object({
    _id: id,
    at: moment,
    by: z.object({ _id: id.nullable(), name: z.string() }),
    kind: auditKind,
    thingId: z.string(),
    /** As it was called then. */
    thingName: z.string(),
    /** `created`, `updated`, `deleted`, `imported`, … */
    action: z.string(),
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/api/audit/list',
  summary: 'Gives what admins have changed, the newest first; of one thing when `thingId` names it.',
  audience: 'admin',
  input: z.object({ kind: auditKind.optional(), thingId: id.optional(), page, limit: limit(20) }),
  output: pagedResponse(auditEntry),
});

const productSummary = z.object({ _id: id, name: z.string(), image: z.string(), unit: z.string() });

/**
 * What a manager wants to know first. Money is rupees; days are those of the shop's time zone. Orders count once
 * they are placed: those that are cancelled or still wait for their payment do not.
 */
const dashboardSummary = z
  .object({
    today: z.object({ orders: z.number().int(), revenue: z.number(), itemsSold: z.number().int() }),
    /** `…ByNow` is what there was at this time of day: a morning is compared with a morning. */
    yesterday: z.object({
      orders: z.number().int(),
      revenue: z.number(),
      ordersByNow: z.number().int(),
      revenueByNow: z.number(),
    }),
    /** The last 14 days, the oldest first and today last, days without orders too: `2026-11-21`. */
    days: z.array(z.object({ day: z.iso.date(), orders: z.number().int(), revenue: z.number() })),
    /**
     * How the promised time was kept by what was delivered in the last 7 days; the share is in whole percent, rounded
     * down, and null where nothing was delivered.
     */
    promise: z.object({
      delivered: z.number().int(),
      inTime: z.number().int(),
      sharePercent: z.number().int().nullable(),
    }),
    /** What refunds did not bring back to shoppers, in rupees, and for how many orders. */
    owed: z.object({ orders: z.number().int(), amount: z.number() }),
    catalogue: z.object({
      products: z.number().int(),
      outOfStock: z.number().int(),
      /** Those that are not sold out yet. */
      lowStock: z.number().int(),
      /** At or below this many pieces a stock is low. */
      lowStockAt: z.number().int(),
    }),
    /** The scarcest first, sold out ones before; among equals what sold most in the last 7 days. */
    scarce: z.array(productSummary.extend({ stock: z.number().int(), sold: z.number().int() })),
    /** By pieces sold in the last 7 days; `stock` is null once a product is no longer in the catalogue. */
    topProducts: z.array(
      productSummary.extend({
        stock: z.number().int().nullable(),
        sold: z.number().int(),
        revenue: z.number(),
      }),
    ),
    /** Searches of the last 7 days that found nothing, the most frequent first. */
    missedSearches: z.array(z.object({ words: z.string(), count: z.number().int() })),
  })
  .meta({ id: 'DashboardSummary' });
export type DashboardSummary = z.output<typeof dashboardSummary>;

export const getDashboard = defineEndpoint({
  method: 'GET',
  path: '/api/dashboard/summary',
  summary: 'Gives the figures of the dashboard’s home.',
  audience: 'admin',
  input: z.object({}),
  output: response(dashboardSummary),
});
