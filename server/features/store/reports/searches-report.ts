import { addDays, toPeriodUnit } from '#contract/rules/reports/report-range.ts';
import { toZonedInput } from '#contract/rules/zoned-time.ts';
import type { Context } from '#server/context.ts';
import { daysKept, readZeroResultSearches } from '#server/features/catalogue/search/zero-result-searches.ts';
import { sumOf, toCount, toPeriodChart, toTable, type WholeReport } from './report-parts.ts';
import type { Spans } from './report-span.ts';

/** Of a report and its file: more different texts are abuse. */
const mostTexts = 5000;

/** Searches without results, which are counted by day and deleted after 90 days. Searches with results are not recorded. */
export async function readSearchesReport(
  { db, now, timeZone }: Pick<Context, 'db' | 'now' | 'timeZone'>,
  { range, before, untilTime }: Spans,
): Promise<WholeReport> {
  const present = await readZeroResultSearches({ db }, range, mostTexts);
  const former = await readZeroResultSearches({ db }, before, mostTexts);
  const unit = toPeriodUnit(range);
  const countsBefore = new Map(former.searches.map(({ words, count }) => [words, count]));
  const oldest = addDays(toZonedInput(now().toISOString(), timeZone).slice(0, 10), -daysKept);
  const notes = [
    'Only searches without results are recorded: texts that look like an address or a telephone number are not.',
  ];
  if (before.from < oldest)
    notes.push(`They are stored for ${daysKept} days: there are none from before ${oldest}.`);
  if (untilTime !== null)
    notes.push('They are counted by day, so those of the range before are of whole days.');
  return {
    numbers: [
      toCount(
        'Searches without results',
        sumOf(present.days, ({ count }) => count),
        sumOf(former.days, ({ count }) => count),
        'bad',
      ),
      toCount('Different texts', present.searches.length, former.searches.length, 'bad'),
    ],
    charts: [
      toPeriodChart(
        { title: 'Searches without results', kind: 'count', unit },
        { range, before },
        {
          ...{ rows: present.days, rowsBefore: former.days },
          of: ({ count }) => count,
        },
      ),
    ],
    tables: [
      toTable({
        key: 'texts',
        title: 'Searches without results',
        columns: [
          { title: 'Searched for', kind: 'text', of: ({ words }) => words },
          { title: 'Times', kind: 'count', of: ({ count }) => count, hasTotal: true },
          { title: 'Times before', kind: 'count', of: ({ words }) => countsBefore.get(words) ?? 0 },
        ],
        rows: present.searches,
        empty: 'Every search in this range had results.',
        shownRows: 50,
      }),
    ],
    notes,
  };
}
