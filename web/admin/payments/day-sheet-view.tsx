import { formatPaise, toPaise } from '#contract/base/money.ts';
import { noteNames, notes } from '#contract/payments/cash.ts';
import type { DaySheet } from '#contract/payments/day-sheet.ts';
import { OrderLink } from '#web/admin/page-parts.tsx';
import { StaffLink } from '#web/admin/staff-link.tsx';
import { numberCell, Table } from '#web/admin/table.tsx';
import { formatDateTime, formatTime } from '#web/base/time.ts';
import { toDifferencePaise, validClosing } from './day-csv.ts';

type Closing = DaySheet['closings'][number];
type Entry = DaySheet['entries'][number];

const rupees = (amount: number) => formatPaise(toPaise(amount));

/** With a sign, unless it is 0. */
export function formatDifference(paise: number): string {
  if (paise === 0) return formatPaise(0);
  return `${paise > 0 ? '+' : '–'}${formatPaise(Math.abs(paise))}`;
}

const methods = [
  ['cash', 'Cash'],
  ['upi', 'UPI'],
  ['card', 'Card'],
] as const;

/** Expected and counted amounts of a day by method. */
export function SheetSummary({ sheet }: { sheet: DaySheet }) {
  const { expected } = sheet;
  const closing = validClosing(sheet);
  const columns = [
    { title: 'Method' },
    { title: 'Expected', isNumber: true },
    { title: 'Counted', isNumber: true },
    { title: 'Difference', isNumber: true },
  ];
  return (
    <Table label="Expected and counted" columns={columns}>
      {methods.map(([name, label]) => {
        const counted = closing?.counted[name] ?? null;
        const difference = closing === undefined ? null : toDifferencePaise(closing, name, expected);
        return (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td className={numberCell}>{rupees(expected[name])}</td>
            <td className={numberCell}>{counted === null ? '–' : rupees(counted)}</td>
            <td className={`${numberCell} ${difference ? 'font-bold text-danger' : ''}`}>
              {difference === null ? '–' : formatDifference(difference)}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

/** What of a day is in no drawer and on no statement. */
export function SheetFacts({ sheet }: { sheet: DaySheet }) {
  const { delivered, credit } = sheet;
  const orders = (count: number) => `${count} ${count === 1 ? 'order' : 'orders'}`;
  const facts = [
    ['Delivered', `${orders(delivered.orders)}, ${rupees(delivered.amount)}`],
    ['Not paid yet', `${orders(delivered.unpaidOrders)}, ${rupees(delivered.unpaidAmt)}`],
    ['Paid with store credit', rupees(credit.used)],
    ['Store credit returned', rupees(credit.returned)],
    ['Refunded as store credit', rupees(credit.refunded)],
    ['Store credit added by staff', rupees(credit.granted)],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="text-right font-semibold tabular-nums">
            {label === 'Not paid yet' && delivered.unpaidOrders > 0 ? (
              <StaffLink to="/dashboard/payments" className="text-leaf underline underline-offset-4">
                {value}
              </StaffLink>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Who closed the sheet, with the notes and coins, and the versions before. */
export function SheetClosings({ closings }: Pick<DaySheet, 'closings'>) {
  return (
    <ol aria-label="Closings" className="space-y-3 text-sm">
      {closings.toReversed().map((closing) => (
        <li key={closing.version}>
          {closing.reopened !== null && (
            <p className="mb-3 wrap-anywhere">
              <strong>
                Reopened by {closing.reopened.by}, {formatDateTime(closing.reopened.at)}
              </strong>
              : {closing.reopened.reason}
            </p>
          )}
          <p className="font-semibold">
            {closing.version === 1 ? 'Closed' : 'Closed again'} by {closing.by}, {formatDateTime(closing.at)}
          </p>
          <p className="text-ink-soft tabular-nums">
            {methods.map(([name, label]) => toCountText(closing, name, label)).join(' · ')}
            {closing.openingAmt > 0 && ` · opening cash ${rupees(closing.openingAmt)}`}
            {closing.floatAmt > 0 && ` · ${rupees(closing.floatAmt)} left for tomorrow`}
          </p>
          {closing.cashCount !== null && (
            <p className="text-ink-soft tabular-nums">{toNotesText(closing.cashCount)}</p>
          )}
          {closing.note !== '' && <p className="wrap-anywhere whitespace-pre-line">{closing.note}</p>}
        </li>
      ))}
    </ol>
  );
}

function toCountText({ expected, counted }: Closing, name: keyof Closing['expected'], label: string): string {
  const amount = counted[name];
  const count = amount === null ? 'not counted' : `${rupees(amount)} counted`;
  return `${label} ${rupees(expected[name])} expected, ${count}`;
}

function toNotesText(count: NonNullable<Closing['cashCount']>): string {
  const pieces = noteNames
    .filter((note) => count[note] > 0)
    .map((note) => `${count[note]} × ₹${notes[note]}`);
  return [...pieces, `coins ${rupees(count.coinsAmt)}`].join(' · ');
}

const sections = [
  ['CASH', 'Cash'],
  ['UPI', 'UPI'],
  ['CARD', 'Card'],
  ['CREDIT', 'Refunds as store credit'],
  ['OTHER', 'Refunds by other means'],
  ['TEST', 'Test payments: no money moved'],
] as const;

const kindTexts = { PAYMENT: 'Payment', REFUND: 'Refund', CORRECTION: 'Correction' } as const;

/** The payments and refunds behind each amount. */
export function SheetEntries({ entries }: Pick<DaySheet, 'entries'>) {
  return sections.map(([method, title]) => {
    const listed = entries.filter((entry) => entry.method === method);
    if (listed.length === 0) return null;
    const sum = listed.reduce((paise, { amount }) => paise + toPaise(amount), 0);
    return (
      <section key={method} aria-labelledby={`entries-${method}`} className="mt-6">
        <h2 id={`entries-${method}`} className="mb-2 flex justify-between gap-4 text-lg">
          {title}
          <span className="tabular-nums">{formatPaise(sum)}</span>
        </h2>
        {method === 'CASH' && <CashByPerson entries={listed} />}
        <EntryTable label={title} entries={listed} />
      </section>
    );
  });
}

/** What each person received and paid out in cash, and hands in. */
function CashByPerson({ entries }: { entries: readonly Entry[] }) {
  const sums = new Map<string, number>();
  for (const { by, amount } of entries) {
    const name = by ?? 'Not recorded';
    sums.set(name, (sums.get(name) ?? 0) + toPaise(amount));
  }
  return (
    <p className="mb-2 text-sm wrap-anywhere text-ink-soft tabular-nums">
      {[...sums].map(([name, paise]) => `${name} ${formatPaise(paise)}`).join(' · ')}
    </p>
  );
}

function EntryTable({ label, entries }: { label: string; entries: readonly Entry[] }) {
  const columns = [{ title: 'Time' }, { title: 'Order' }, { title: 'Amount', isNumber: true }];
  return (
    <Table label={label} columns={columns}>
      {entries.map(({ _id, at, kind, order, reference, by, note, amount }) => (
        <tr key={_id}>
          <td className="whitespace-nowrap tabular-nums">{formatTime(Date.parse(at))}</td>
          <th scope="row" className="font-normal">
            <OrderLink order={order} />
            <span className="block wrap-anywhere text-ink-soft">
              {[kindTexts[kind], by, reference, note].filter(Boolean).join(' · ')}
            </span>
          </th>
          <td className={numberCell}>{amount < 0 ? formatDifference(toPaise(amount)) : rupees(amount)}</td>
        </tr>
      ))}
    </Table>
  );
}
