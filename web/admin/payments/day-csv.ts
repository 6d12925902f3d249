import { toPaise, toRupees } from '#contract/base/money.ts';
import { toShopTime } from '#contract/base/zoned-time.ts';
import type { DaySheet } from '#contract/payments/day-sheet.ts';
import type { FileRows } from '#web/admin/formats.ts';

const methods = [
  ['cash', 'CASH'],
  ['upi', 'UPI'],
  ['card', 'CARD'],
] as const;

/**
 * A sheet as rows of a file: one for each entry, then what was expected and, once it is closed, counted. Amounts are
 * rupees, times those of the store.
 */
export function toDayRows(sheet: DaySheet): FileRows {
  const { day, entries, expected } = sheet;
  const headings = ['Day', 'Time', 'Kind', 'Method', 'Order', 'Amount', 'Reference', 'Recorded by', 'Note'];
  const rows = entries.map(({ at, kind, method, order, amount, reference, by, note }) => [
    ...[day, toShopTime(at), kind, method, order.orderId, amount, reference ?? '', by ?? '', note ?? ''],
  ]);
  const closing = validClosing(sheet);
  const sums = methods.flatMap(([name, method]) => {
    const row = (kind: string, amount: number, at = '', by = '', note = '') => [
      ...[day, at, kind, method, '', amount, '', by, note],
    ];
    const counted = closing?.counted[name] ?? null;
    if (closing === undefined || counted === null) return [row('EXPECTED', expected[name])];
    const { by, note, openingAmt, floatAmt } = closing;
    const at = toShopTime(closing.at);
    return [
      row('EXPECTED', expected[name]),
      row('COUNTED', counted, at, by, note),
      ...(name === 'cash'
        ? [row('OPENING CASH', openingAmt, at, by), row('CASH LEFT FOR TOMORROW', floatAmt, at, by)]
        : []),
      row('DIFFERENCE', toRupees(toDifferencePaise(closing, name, expected) ?? 0), at, by),
    ];
  });
  // With these, the entries in cash add up to what is expected.
  const riders = (sheet.riders ?? []).map(({ name, collectedAmt, givenAmt, handedInAmt }) => {
    const paise = toPaise(handedInAmt) - toPaise(collectedAmt) - toPaise(givenAmt);
    return [...[day, '', 'RIDER', 'CASH', '', toRupees(paise), '', name, '']];
  });
  return [headings, ...rows, ...riders, ...sums];
}

/** The closing of a closed day; undefined for an open one, also if it was reopened. */
export function validClosing({
  closings,
}: Pick<DaySheet, 'closings'>): DaySheet['closings'][number] | undefined {
  const last = closings.at(-1);
  return last?.reopened === null ? last : undefined;
}

/** What was counted less what is expected, in paise; null if it was not counted. */
export function toDifferencePaise(
  { counted, openingAmt }: Pick<DaySheet['closings'][number], 'counted' | 'openingAmt'>,
  method: keyof DaySheet['expected'],
  expected: DaySheet['expected'],
): number | null {
  const amount = counted[method];
  if (amount === null) return null;
  return toPaise(amount) - (method === 'cash' ? toPaise(openingAmt) : 0) - toPaise(expected[method]);
}
