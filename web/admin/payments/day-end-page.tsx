import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { dayMs } from '#contract/base/durations.ts';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { DaySheet } from '#contract/payments/day-sheet.ts';
import { formatDay } from '#web/admin/formats.ts';
import { Loaded, PageHeading, RowsDownload, staffMeta } from '#web/admin/page-parts.tsx';
import { useUrlParameters } from '#web/admin/url-parameters.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { useShop } from '#web/base/page-context.ts';
import { useMay } from '#web/session/session.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { CloseDayForm, ReopenDayDialog } from './close-day-form.tsx';
import { toDayRows, validClosing } from './day-csv.ts';
import styles from './day-end.module.css';
import {
  formatDifference,
  SheetClosings,
  SheetEntries,
  SheetFacts,
  SheetSummary,
} from './day-sheet-view.tsx';
import { RiderBooks, RiderDays } from './rider-cash.tsx';

const refreshMs = 30_000;

export const meta = staffMeta('Day end');

/** `/dashboard/day-end`: cash, UPI and card of a day, expected and counted. */
export default function DayEndPage() {
  const [parameters, change] = useUrlParameters<'day'>();
  const chosen = parameters.get('day') ?? '';
  const day = /^\d{4}-\d{2}-\d{2}$/.test(chosen) ? chosen : undefined;
  const queryKey = ['day-sheet', day ?? 'today'];
  const sheet = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await callApiOrThrow('getDaySheet', day === undefined ? {} : { day }, { signal })).data,
    refetchInterval: refreshMs,
    staleTime: 0,
  });
  const { data } = sheet;
  return (
    <>
      <div className="print:hidden">
        <PageHeading title="Day end">
          {data !== undefined && <DayChoice sheet={data} onChoose={(next) => change({ day: next })} />}
        </PageHeading>
      </div>
      <Loaded query={sheet} subject="the sheet">
        {(loaded) => (
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_18rem] print:block">
            <Sheet key={loaded.day} sheet={loaded} queryKey={queryKey} />
            <RecentDays />
          </div>
        )}
      </Loaded>
    </>
  );
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

function DayChoice({
  sheet: { day, isOver },
  onChoose,
}: {
  sheet: DaySheet;
  onChoose: (day: string) => void;
}) {
  return (
    <div className="flex items-center gap-1">
      <IconButton label="Previous day" onClick={() => onChoose(addDays(day, -1))}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </IconButton>
      <input
        key={day}
        type="date"
        aria-label="Day"
        defaultValue={day}
        onChange={({ target }) => {
          if (target.value !== '' && target.value !== day) onChoose(target.value);
        }}
        className="h-11 rounded-md border border-line bg-surface px-3"
      />
      <IconButton label="Next day" disabled={!isOver} onClick={() => onChoose(addDays(day, 1))}>
        <ChevronRight aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  );
}

function Sheet({ sheet, queryKey }: { sheet: DaySheet; queryKey: readonly unknown[] }) {
  const shop = useShop();
  const mayClose = useMay('close-day');
  const [isReopening, setIsReopening] = useState(false);
  const { day, isOver, closings, isChanged, entries } = sheet;
  const last = closings.at(-1);
  const isClosed = validClosing(sheet) !== undefined;
  return (
    <div className={styles.sheet}>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="text-lg font-bold">
          <span className="hidden print:inline">{shop?.name}, day end </span>
          {formatDay(day, 'long')} {day.slice(0, 4)}
        </p>
        <StateChip isClosed={isClosed} isChanged={isChanged} />
        {!isOver && <span className="text-sm text-ink-soft">Today is not over.</span>}
      </div>
      {isChanged && <Changes sheet={sheet} />}
      <TestPayments entries={entries} />
      <SheetSummary sheet={sheet} />
      <div className="my-4 flex flex-wrap gap-2 print:hidden">
        <Button variant="secondary" onClick={() => printSheet('A4')}>
          Print A4
        </Button>
        <Button variant="secondary" onClick={() => printSheet('RECEIPT')}>
          Print 80 mm
        </Button>
        <RowsDownload label="Download" name={`day-end-${day}`} toRows={() => toDayRows(sheet)} />
      </div>
      {last !== undefined && (
        <Card>
          <SheetClosings closings={closings} />
          {mayClose && isClosed && (
            <Button variant="secondary" className="mt-4 print:hidden" onClick={() => setIsReopening(true)}>
              Reopen the day
            </Button>
          )}
        </Card>
      )}
      {isReopening && last !== undefined && (
        <ReopenDayDialog
          sheet={sheet}
          version={last.version}
          queryKey={queryKey}
          onClose={() => setIsReopening(false)}
        />
      )}
      {mayClose && !isClosed && (
        <div className="print:hidden">
          <Card>
            <CloseDayForm sheet={sheet} queryKey={queryKey} />
          </Card>
        </div>
      )}
      <Card>
        <SheetFacts sheet={sheet} />
      </Card>
      {sheet.riders !== undefined && <RiderDays riders={sheet.riders} />}
      {!isOver && <RiderBooks />}
      <div className={styles.entries}>
        {entries.length === 0 ? (
          <p className="mt-6 text-ink-soft">No payments or refunds on this day.</p>
        ) : (
          <SheetEntries entries={entries} />
        )}
      </div>
    </div>
  );
}

function Card({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4 rounded-lg border border-line bg-surface p-4 md:p-5 print:border-0 print:p-0">
      {children}
    </div>
  );
}

function StateChip({ isClosed, isChanged }: { isClosed: boolean; isChanged: boolean }) {
  if (!isClosed) return <Chip look="warning">Not closed</Chip>;
  return isChanged ? <Chip look="bad">Changed since closed</Chip> : <Chip look="good">Closed</Chip>;
}

/** Nothing without test payments. */
function TestPayments({ entries }: Pick<DaySheet, 'entries'>) {
  const tests = entries.filter(({ method }) => method === 'TEST');
  if (tests.length === 0) return null;
  const paise = tests.reduce((sum, { amount }) => sum + toPaise(amount), 0);
  return (
    <p className="mb-3 rounded-md bg-marigold-soft px-4 py-3 font-medium">
      {tests.length === entries.length
        ? 'All payments of this day were test payments: no money moved.'
        : `Test payments of ${formatPaise(paise)} are listed apart: no money moved.`}
    </p>
  );
}

const names = { cash: 'Cash', upi: 'UPI', card: 'Card' } as const;

/** What is expected now and was not when the day was closed. */
function Changes({ sheet: { expected, closings } }: { sheet: DaySheet }) {
  const closed = closings.at(-1)?.expected ?? expected;
  const changes = (['cash', 'upi', 'card'] as const).flatMap((name) => {
    const paise = toPaise(expected[name]) - toPaise(closed[name]);
    return paise === 0 ? [] : [`${names[name]} ${formatDifference(paise)}`];
  });
  return (
    <p className="mb-3 rounded-md bg-danger-soft px-4 py-3 font-medium text-danger">
      Payments of this day have changed since it was closed: {changes.join(', ')}.
    </p>
  );
}

function RecentDays() {
  const { data } = useQuery({
    queryKey: ['day-sheets'],
    queryFn: async ({ signal }) => (await callApiOrThrow('listDaySheets', {}, { signal })).data,
    staleTime: 0,
  });
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-labelledby="recent-days" className="min-w-0 print:hidden">
      <h2 id="recent-days" className="mb-2 text-lg">
        Recent days
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {data.map(({ day, expected, closedAt, differenceAmt, isChanged }) => (
          <li key={day}>
            <Link
              to={`/dashboard/day-end?day=${day}`}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 px-4 py-2 hover:bg-sunken"
            >
              <span className="font-semibold">{formatDay(day, 'long')}</span>
              <StateChip isClosed={closedAt !== null} isChanged={isChanged} />
              <span className="w-full text-sm text-ink-soft tabular-nums">
                Cash {formatPaise(toPaise(expected.cash))}
                {differenceAmt !== null && differenceAmt !== 0 && (
                  <>
                    , difference{' '}
                    <span className="whitespace-nowrap">{formatDifference(toPaise(differenceAmt))}</span>
                  </>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

// Sizes of paper cannot depend on a class of the page, so the rule is added while the page is printed.
const pageRules = {
  A4: '@page { size: A4; margin: 14mm; }',
  RECEIPT: '@page { size: 80mm 297mm; margin: 4mm; }',
} as const;

export type Paper = keyof typeof pageRules;

let remove = () => {};

/** Opens the print dialog of the browser for A4, or for a receipt printer with paper of 80 mm. */
export function printSheet(paper: Paper): void {
  remove();
  const rules = new CSSStyleSheet();
  rules.replaceSync(pageRules[paper]);
  document.adoptedStyleSheets.push(rules);
  document.documentElement.dataset.paper = paper;
  remove = () => {
    delete document.documentElement.dataset.paper;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== rules);
  };
  window.addEventListener('afterprint', () => remove(), { once: true });
  window.print();
}
