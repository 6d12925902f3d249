import { z } from 'zod';
import { answer, describeCall } from './call.ts';
import { id } from './fields.ts';

const productFigure = z.object({ _id: id, name: z.string(), image: z.string(), unit: z.string() });

/** What a manager wants to know first. Money is rupees; days are those of the shop's time zone. */
export const dashboardSummary = z.object({
  today: z.object({ orders: z.number().int(), revenue: z.number(), itemsSold: z.number().int() }),
  yesterday: z.object({ orders: z.number().int(), revenue: z.number() }),
  /** The last 14 days, the oldest first, days without orders too. */
  days: z.array(z.object({ day: z.string(), orders: z.number().int(), revenue: z.number() })),
  catalogue: z.object({
    products: z.number().int(),
    outOfStock: z.number().int(),
    lowStock: z.number().int(),
    /** At or below this many pieces a stock is low. */
    lowStockAt: z.number().int(),
  }),
  /** The scarcest first, sold out ones before. */
  scarce: z.array(productFigure.extend({ stock: z.number().int() })),
  /** By pieces sold in the last 7 days. */
  topProducts: z.array(productFigure.extend({ sold: z.number().int(), revenue: z.number() })),
  /** Searches of the last 7 days that found nothing. */
  missedSearches: z.array(z.object({ words: z.string(), count: z.number().int() })),
});
export type DashboardSummary = z.output<typeof dashboardSummary>;

export const getDashboard = describeCall({
  name: 'getDashboard',
  summary: 'Gives the figures of the dashboard’s home.',
  audience: 'admin',
  input: z.object({}),
  output: answer(dashboardSummary),
});
