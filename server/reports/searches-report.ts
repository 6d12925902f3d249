import { toZonedInput } from '#contract/base/zoned-time.ts';
import { addDays, toPeriodUnit } from '#contract/reports/report-range.ts';
import type { Context } from '#server/http/context.ts';
import { daysKept, readSearchCounts } from '#server/search/search-counts.service.ts';
import type { Spans } from './report-parts.ts';
import {
  type Column,
  sumOf,
  toCount,
  toPeriodChart,
  toShare,
  toTable,
  type WholeReport,
} from './report-parts.ts';

/** Of a table and its file: more different texts are abuse. */
const mostTexts = 5000;
const shownRows = 50;

type Counts = Awaited<ReturnType<typeof readSearchCounts>>;
type Text = Counts['texts'][number];
type Sums = Pick<Counts['days'][number], 'count' | 'zero_result_count'>;

/** A text of the table, or the sum of those that are not listed. */
type Row = Omit<Text, 'count_before' | 'zero_result_count_before'> &
  Record<'count_before' | 'zero_result_count_before', number | null>;

/** Searches with and without results, which are counted by day and deleted after 90 days. */
export async function readSearchesReport(
  { db, now, timeZone }: Pick<Context, 'db' | 'now' | 'timeZone'>,
  { range, before, untilTime }: Spans,
): Promise<WholeReport> {
  const counts = await readSearchCounts({ db }, { range, before }, mostTexts);
  const [searches, searchesBefore] = [sumOf(counts.days, countOf), sumOf(counts.daysBefore, countOf)];
  const [misses, missesBefore] = [sumOf(counts.days, missesOf), sumOf(counts.daysBefore, missesOf)];
  const totals = { count: searches, zero_result_count: misses };
  const unit = toPeriodUnit(range);
  const days = { rows: counts.days, rowsBefore: counts.daysBefore };
  const oldest = addDays(toZonedInput(now().toISOString(), timeZone).slice(0, 10), -daysKept);
  return {
    numbers: [
      toCount('Searches', searches, searchesBefore, 'good'),
      toCount('Searches without results', misses, missesBefore, 'bad'),
      {
        title: 'Share without results',
        kind: 'percent',
        rise: 'bad',
        value: toShare(misses, searches),
        before: toShare(missesBefore, searchesBefore),
      },
      toCount('Different texts', counts.summary.texts, counts.summaryBefore.texts, 'neutral'),
    ],
    charts: [
      toPeriodChart({ title: 'Searches', kind: 'count', unit }, { range, before }, { ...days, of: countOf }),
      toPeriodChart(
        { title: 'Searches without results', kind: 'count', unit },
        { range, before },
        { ...days, of: missesOf },
      ),
    ],
    tables: [
      toTable({
        key: 'texts',
        title: 'Top searches',
        empty: 'There are no searches in this range.',
        shownRows,
        columns: [
          textColumn,
          { title: 'Times', kind: 'count', of: ({ count }) => count, hasTotal: true },
          { title: 'Times before', kind: 'count', of: ({ count_before: former }) => former },
          { title: 'Without results', kind: 'count', of: missesOf, hasTotal: true },
          { title: 'Products found', kind: 'count', of: productsOf },
        ],
        rows: withOthers(counts.texts, totals).filter((row) => countOf(row) > 0),
      }),
      toTable({
        key: 'zero-results',
        title: 'Top searches without results',
        shownRows,
        empty: 'Every search in this range had results.',
        columns: [
          textColumn,
          { title: 'Times', kind: 'count', of: missesOf, hasTotal: true },
          { title: 'Times before', kind: 'count', of: ({ zero_result_count_before: former }) => former },
        ],
        rows: withOthers(counts.zeroResultTexts, totals).filter((row) => missesOf(row) > 0),
      }),
    ],
    notes: toNotes({
      storedSince: before.from < oldest ? oldest : null,
      isPartOfDay: untilTime !== null,
      lastDayOfMisses: counts.summary.last_day_of_misses ?? counts.summaryBefore.last_day_of_misses,
    }),
  };
}

const countOf = ({ count }: Pick<Sums, 'count'>) => count;
const missesOf = ({ zero_result_count: misses }: Pick<Sums, 'zero_result_count'>) => misses;
const textColumn: Column<Row> = { title: 'Searched for', kind: 'text', of: ({ words }) => words };

/** Rows of earlier versions have no number, and were without results. */
function productsOf({ product_count: products, count, zero_result_count: misses }: Row) {
  return products ?? (count === misses ? 0 : null);
}

/** With a last row, so that the rows add up to the totals. */
function withOthers(texts: readonly Text[], totals: Sums): Row[] {
  const others: Row = {
    words: 'All other texts',
    count: totals.count - sumOf(texts, countOf),
    count_before: null,
    product_count: null,
    zero_result_count: totals.zero_result_count - sumOf(texts, missesOf),
    zero_result_count_before: null,
  };
  return [...texts, others];
}

function toNotes(of: { storedSince: string | null; isPartOfDay: boolean; lastDayOfMisses: string | null }) {
  const { storedSince, isPartOfDay, lastDayOfMisses } = of;
  return [
    'A search counts once, without the texts while it is typed, its further pages and filters. Texts that look like an address or a telephone number are not recorded.',
    ...(storedSince === null
      ? []
      : [`Searches are stored for ${daysKept} days: there are none from before ${storedSince}.`]),
    ...(lastDayOfMisses === null
      ? []
      : [`Until ${lastDayOfMisses} only searches without results were counted.`]),
    ...(isPartOfDay ? ['They are counted by day, so those of the range before are of whole days.'] : []),
  ];
}
