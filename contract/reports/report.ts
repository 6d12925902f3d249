import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { id, response } from '#contract/base/fields.ts';
import { countDays, maximumRangeDays, periodUnits, rangePresets } from './report-range.ts';
import { reportKinds } from './reports.ts';

const day = z.iso.date('Enter a date.').refine((typed) => typed >= '2000' && typed < '2100', 'Enter a date.');

/** Days of the store's time zone: from the first to the last, otherwise those of `range`. */
export const reportQuery = z
  .object({
    report: z.enum(reportKinds),
    range: z.enum(rangePresets).default('last-7-days'),
    from: day.optional(),
    to: day.optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    message: 'Enter the first and the last day.',
  })
  .refine(({ from = '', to = '' }) => from <= to, {
    path: ['to'],
    message: 'The last day is before the first.',
  })
  .refine(
    ({ from, to }) => from === undefined || to === undefined || countDays({ from, to }) <= maximumRangeDays,
    { path: ['to'], message: 'A report covers at most two years.' },
  );

const valueKind = z.enum(['amount', 'count', 'percent', 'minutes', 'seconds']);

const table = z.object({
  key: z.string(),
  title: z.string(),
  /** `period`: the first day of a day, week or month. */
  columns: z.array(z.object({ title: z.string(), kind: z.enum(['text', 'period', ...valueKind.options]) })),
  /** The first ones; a file has all. A cell is null if the value is unknown. */
  rows: z.array(
    z.object({
      /** Of the product or order that the row is about. */
      _id: id.nullable(),
      cells: z.array(z.union([z.string(), z.number()]).nullable()),
    }),
  ),
  rowCount: z.int(),
  /** What ids are of. */
  of: z.enum(['product', 'order']).nullable(),
  /** The sums of all rows; null if there is none. */
  total: z.array(z.union([z.string(), z.number()]).nullable()).nullable(),
  /** Shown instead of a table without rows. */
  empty: z.string(),
});

/** Amounts are rupees. */
const report = z
  .object({
    range: z.object({ from: day, to: day }),
    /** What the range is compared with. */
    before: z.object({
      from: day,
      to: day,
      /** If the range ends today: `before` ends at this time of its last day, as `16:05`. */
      untilTime: z.string().nullable(),
    }),
    numbers: z.array(
      z.object({
        title: z.string(),
        kind: valueKind,
        /** Null if there is nothing to compute it from. */
        value: z.number().nullable(),
        before: z.number().nullable(),
        /** What a rise means. */
        rise: z.enum(['good', 'bad', 'neutral']),
      }),
    ),
    charts: z.array(
      z.object({
        title: z.string(),
        kind: valueKind,
        unit: z.enum([...periodUnits, 'hour', 'text']),
        /** `before` is that of the same place in the range before. */
        points: z.array(z.object({ label: z.string(), value: z.number(), before: z.number().nullable() })),
      }),
    ),
    tables: z.array(table),
    /** What the numbers do not contain. */
    notes: z.array(z.string()),
  })
  .meta({ id: 'Report' });
export type Report = z.output<typeof report>;
export type ReportTable = Report['tables'][number];

export const getReport = defineEndpoint({
  method: 'GET',
  path: '/api/report/get',
  summary:
    'Returns a report about a range of days of the store’s time zone, compared with the range before: the days of `from` and `to`, at most two years, otherwise those of `range`.',
  audience: 'staff',
  permissions: ['reports'],
  input: reportQuery,
  output: response(report),
});
