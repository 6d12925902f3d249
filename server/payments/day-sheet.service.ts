import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { toPaise, toRupees } from '#contract/base/money.ts';
import type { DaySheet } from '#contract/payments/day-sheet.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { getDelivered, getOpenOrders } from '#server/orders/order.service.ts';
import { recordChanges } from '#server/staff/audit-log.service.ts';
import * as queries from './day-sheet.queries.ts';

const listedDays = 31;

type SheetContext = Pick<Context, 'db' | 'now' | 'timeZone'>;

/** The sheet of a day, by default of today. */
export async function getDaySheet(context: SheetContext, chosen?: string): Promise<DaySheet> {
  const { db, timeZone } = context;
  const today = await queries.selectToday(db, context.now(), timeZone);
  const day = { day: chosen ?? today, timeZone };
  const rows = await queries.selectEntries(db, day);
  const delivered = await getDelivered(context, day);
  const openOrders = await getOpenOrders(context, day);
  const credit = await queries.selectCredit(db, day);
  const formerFloatPaise = await queries.selectFormerFloat(db, day.day);
  const closings = (await queries.selectClosings(db, day.day)).map(toClosing);
  const riders = await queries.selectRiderCash(db, day);
  const expected = toExpected(rows, riders);
  const last = closings.at(-1);
  return {
    day: day.day,
    isOver: day.day < today,
    expected,
    entries: rows.map(toEntry),
    ...(riders.length > 0 && { riders: riders.map(toRiderDay) }),
    delivered,
    credit: {
      used: toRupees(credit.used),
      returned: toRupees(credit.returned),
      refunded: toRupees(credit.refunded),
      granted: toRupees(credit.granted),
    },
    openOrders,
    closings,
    formerFloatAmt: toRupees(formerFloatPaise ?? 0),
    isChanged: last !== undefined && last.reopened === null && !isSame(last.expected, expected),
  };
}

/** The last days with payments, refunds or a closed sheet, newest first. */
export async function listDaySheets({ db, now, timeZone }: SheetContext) {
  const today = await queries.selectToday(db, now(), timeZone);
  const rows = await queries.selectDays(db, { day: today, timeZone }, listedDays);
  return rows.map((row) => ({
    day: row.day,
    expected: { cash: toRupees(row.cash), upi: toRupees(row.upi), card: toRupees(row.card) },
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closed_by,
    differenceAmt: row.difference_paise === null ? null : toRupees(row.difference_paise),
    isChanged: row.is_changed,
  }));
}

/**
 * Closes the sheet of a day. What is paid afterwards changes the expected amounts, not the closed sheet. Does nothing
 * if the same person has closed it with the same amounts. Throws INVALID_INPUT for a day that has not begun, one that
 * is not over without `allowEarly`, and a difference without a note, CONFLICT for a closed day, and CHANGED_MEANWHILE
 * if the expected amounts are not those that the caller saw, or someone else has closed the day.
 */
export function closeDay(context: AuthenticatedContext, input: ParsedInput<'closeDay'>): Promise<DaySheet> {
  const { day, version, counted, cashCount = null, floatAmt, note, allowEarly } = input;
  return inTransaction(context, async (transaction) => {
    const { db, now, timeZone, caller } = transaction;
    if (day > (await queries.selectToday(db, now(), timeZone)))
      throw new AppError('INVALID_INPUT', { issues: [{ path: 'day', message: 'This day has not begun.' }] });
    const sheet = await getDaySheet(transaction, day);
    const formerFloatPaise = await queries.selectFormerFloat(db, day);
    const { openingAmt = formerFloatPaise === null ? floatAmt : toRupees(formerFloatPaise) } = input;
    const closing = { version, expected: input.expected, counted, cashCount, openingAmt, floatAmt, note };
    const next = { ...closing, userId: caller.userId };
    const before = sheet.closings.at(-1);
    if ((before?.version ?? 0) !== version) return requireSameClosing(transaction, sheet, next);
    if (before?.reopened === null)
      throw new AppError('CONFLICT', { message: 'This day is closed. Reopen it before you close it again.' });
    if (!isSame(sheet.expected, input.expected))
      throw new AppError('CHANGED_MEANWHILE', {
        message: 'Payments of this day have changed. Check the amounts again.',
        details: { expected: sheet.expected },
      });
    const issues = [
      ...(sheet.isOver || allowEarly ? [] : [{ path: 'allowEarly', message: 'Today is not over.' }]),
      ...(note !== '' || !hasDifference(closing)
        ? []
        : [{ path: 'note', message: 'Enter why the amounts differ.' }]),
    ];
    if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues });
    const isNew = await queries.insertClosing(db, {
      day,
      version: version + 1,
      cash_count: cashCount,
      note,
      opening_paise: toPaise(openingAmt),
      float_paise: toPaise(floatAmt),
      expected_cash_paise: toPaise(sheet.expected.cash),
      expected_upi_paise: toPaise(sheet.expected.upi),
      expected_card_paise: toPaise(sheet.expected.card),
      counted_cash_paise: toPaise(counted.cash),
      counted_upi_paise: toPaiseOrNull(counted.upi),
      counted_card_paise: toPaiseOrNull(counted.card),
      closed_by: caller.userId,
      closed_at: now(),
    });
    const after = await getDaySheet(transaction, day);
    if (!isNew) return requireSameClosing(transaction, after, next);
    await recordChanges(transaction, [
      {
        kind: 'day-sheet',
        thingId: day.replaceAll('-', ''),
        thingName: day,
        action: 'closed',
        before: before ? toAudited(before) : null,
        after: toAudited({ expected: sheet.expected, counted, openingAmt, floatAmt, note }),
      },
    ]);
    return after;
  });
}

/**
 * Reopens a closed day. Does nothing if the same person has reopened it with the same reason. Throws
 * CHANGED_MEANWHILE if the last closing is not the one that the caller saw, or someone else has reopened the day.
 */
export function reopenDay(
  context: AuthenticatedContext,
  { day, version, reason }: ParsedInput<'reopenDay'>,
): Promise<DaySheet> {
  return inTransaction(context, async (transaction) => {
    const { db, now, caller } = transaction;
    const last = (await queries.selectClosings(db, day)).at(-1);
    if (last?.version !== version)
      throw new AppError('CHANGED_MEANWHILE', { message: 'This sheet is not closed as you saw it.' });
    const reopening = { day, version, reason, reopened_by: caller.userId, reopened_at: now() };
    if (!(await queries.insertReopening(db, reopening))) {
      const made = (await queries.selectClosings(db, day)).find((row) => row.version === version)?.reopening;
      if (made?.userId !== caller.userId || made.reason !== reason)
        throw new AppError('CHANGED_MEANWHILE', { message: `${made?.by} has reopened this day.` });
      return getDaySheet(transaction, day);
    }
    await recordChanges(transaction, [
      {
        kind: 'day-sheet',
        thingId: day.replaceAll('-', ''),
        thingName: day,
        action: 'reopened',
        before: {},
        after: { reason },
      },
    ]);
    return getDaySheet(transaction, day);
  });
}

type Closing = DaySheet['closings'][number];
type ClosedFields = Omit<Closing, 'at' | 'by' | 'reopened'>;

interface NewClosing extends ClosedFields {
  userId: string;
}

/** Whether anything was counted that is not what is expected. */
function hasDifference({ counted, expected, openingAmt }: ClosedFields): boolean {
  return (
    toPaise(counted.cash) - toPaise(openingAmt) !== toPaise(expected.cash) ||
    (counted.upi ?? expected.upi) !== expected.upi ||
    (counted.card ?? expected.card) !== expected.card
  );
}

/** Returns the sheet if the same person has closed it like this. Throws CHANGED_MEANWHILE. */
async function requireSameClosing(
  { db }: AuthenticatedContext,
  sheet: DaySheet,
  { version, userId, ...closing }: NewClosing,
): Promise<DaySheet> {
  const rows = await queries.selectClosings(db, sheet.day);
  const made = rows.find((row) => row.version === version + 1);
  if (made === undefined)
    throw new AppError('CHANGED_MEANWHILE', { message: 'This sheet is not closed as you saw it.' });
  if (made.closed_by === userId && isSameClosing(toClosing(made), closing)) return sheet;
  const message = `${made.closed_by_name} has closed this day. Check the sheet again.`;
  throw new AppError('CHANGED_MEANWHILE', { message });
}

function isSameClosing(one: Closing, other: Omit<ClosedFields, 'version'>): boolean {
  return (
    isSame(one.expected, other.expected) &&
    isSame(one.counted, other.counted) &&
    isSame(one.cashCount ?? {}, other.cashCount ?? {}) &&
    one.openingAmt === other.openingAmt &&
    one.floatAmt === other.floatAmt &&
    one.note === other.note
  );
}

/** Whether two records of amounts are equal. */
function isSame(one: Amounts, other: Amounts): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}

type Amounts = Readonly<Record<string, number | null>>;

/** Cash is what is in the drawer: without what riders collected and have not handed in. */
function toExpected(
  rows: readonly queries.EntryRow[],
  riders: readonly queries.RiderCashRow[],
): DaySheet['expected'] {
  const sumOf = (method: queries.EntryRow['method']) =>
    rows.reduce((sum, row) => (row.method === method ? sum + row.paise : sum), 0);
  const withRiders = riders.reduce(
    (sum, { collected, given, handed_in }) => sum + collected + given - handed_in,
    0,
  );
  return {
    cash: toRupees(sumOf('CASH') - withRiders),
    upi: toRupees(sumOf('UPI')),
    card: toRupees(sumOf('CARD')),
  };
}

function toRiderDay(row: queries.RiderCashRow): NonNullable<DaySheet['riders']>[number] {
  return {
    ...{ _id: row.id, name: row.name },
    openingAmt: toRupees(row.held - row.collected - row.given + row.handed_in - row.difference),
    collectedAmt: toRupees(row.collected),
    givenAmt: toRupees(row.given),
    handedInAmt: toRupees(row.handed_in),
    differenceAmt: toRupees(row.difference),
    heldAmt: toRupees(row.held),
  };
}

function toEntry(row: queries.EntryRow): DaySheet['entries'][number] {
  return {
    _id: row.id,
    at: row.at.toISOString(),
    method: row.method,
    amount: toRupees(row.paise),
    kind: row.kind === 'REVERSAL' ? 'CORRECTION' : row.kind,
    order: { _id: row.order_id, orderId: row.order_number },
    reference: row.reference,
    by: row.recorded_by,
    note: row.reason,
  };
}

function toClosing(row: queries.ClosingRow): Closing {
  return {
    version: row.version,
    at: row.closed_at.toISOString(),
    by: row.closed_by_name,
    expected: {
      cash: toRupees(row.expected_cash_paise),
      upi: toRupees(row.expected_upi_paise),
      card: toRupees(row.expected_card_paise),
    },
    counted: {
      cash: toRupees(row.counted_cash_paise),
      upi: toRupeesOrNull(row.counted_upi_paise),
      card: toRupeesOrNull(row.counted_card_paise),
    },
    cashCount: row.cash_count,
    note: row.note,
    openingAmt: toRupees(row.opening_paise),
    floatAmt: toRupees(row.float_paise),
    reopened: row.reopening && {
      at: new Date(row.reopening.at).toISOString(),
      by: row.reopening.by,
      reason: row.reopening.reason,
    },
  };
}

function toAudited({
  expected,
  counted,
  openingAmt,
  floatAmt,
  note,
}: Pick<Closing, 'expected' | 'counted' | 'openingAmt' | 'floatAmt' | 'note'>) {
  return { expected, counted, openingAmt, floatAmt, note };
}

function toPaiseOrNull(amount: number | null): number | null {
  return amount === null ? null : toPaise(amount);
}

function toRupeesOrNull(paise: number | null): number | null {
  return paise === null ? null : toRupees(paise);
}
