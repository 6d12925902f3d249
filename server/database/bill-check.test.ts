import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#tests/fixtures/database.ts';

/** The check by a query with aggregates, without rounding. */
const slowCheck = `
  create function is_slow_bill(bill jsonb, total_paise bigint) returns boolean language plpgsql immutable as $$
  begin
    return coalesce((
      select sum(amount_paise) = total_paise and count(*) filter (where kind = 'ITEMS') > 0
        and bool_and(kind in ('ITEMS', 'UNAVAILABLE', 'REFUND', 'OFFER', 'COUPON', 'DELIVERY_DISCOUNT', 'DELIVERY',
          'SMALL_ORDER', 'HANDLING'))
        and coalesce(bool_and(case when kind in ('OFFER', 'COUPON', 'DELIVERY_DISCOUNT') then coalesce(name, '') <> ''
          when kind = 'REFUND' then coalesce(name, '') <> '' and amount_paise <= 0
          when kind = 'UNAVAILABLE' then amount_paise <= 0 when kind = 'ITEMS' or kind is null then amount_paise >= 0 end), true)
        and coalesce(sum(amount_paise) filter (where kind in ('OFFER', 'COUPON')) <= 0, true)
        and coalesce(sum(amount_paise) filter (where kind = 'DELIVERY_DISCOUNT') <= 0, true)
        and coalesce(sum(amount_paise) filter (where kind = 'DELIVERY') >= 0, true)
        and coalesce(sum(amount_paise) filter (where kind = 'SMALL_ORDER') >= 0, true)
        and coalesce(sum(amount_paise) filter (where kind = 'HANDLING') >= 0, true)
      from jsonb_to_recordset(bill) as line (kind text, amount_paise bigint, name text)), false);
  end $$;`;

const { db } = await openTestDatabase();
await db.query(raw(slowCheck));

const amount = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom('2', '-1', null));
const line = fc.record(
  {
    kind: fc.oneof(
      { weight: 3, arbitrary: fc.constant('ITEMS') },
      {
        weight: 10,
        arbitrary: fc.constantFrom(
          ...['UNAVAILABLE', 'REFUND', 'OFFER', 'COUPON', 'DELIVERY_DISCOUNT', 'DELIVERY', 'SMALL_ORDER'],
          ...['HANDLING', 'GIFT', '', null],
        ),
      },
    ),
    amount_paise: amount,
    name: fc.constantFrom('Milk', 'Milk', '', null, 5),
    shares: fc.constant({ p1: 1 }),
  },
  { requiredKeys: [] },
);
const items = fc.record({ kind: fc.constant('ITEMS'), amount_paise: amount });
const bill = fc
  .tuple(fc.option(items, { freq: 8 }), fc.array(line, { maxLength: 4 }))
  .map(([first, others]) => (first === null ? others : [first, ...others]));
const sumOf = (lines: readonly { amount_paise?: string | number | null }[]) =>
  lines.reduce((sum, { amount_paise }) => sum + Number(amount_paise ?? 0), 0);

test('whatever lines a bill has, apart from rounding, it is accepted as by a query with aggregates', async () => {
  const samples = fc.sample(fc.tuple(bill, fc.constantFrom(0, 0, 0, 1)), 5000);
  const given = samples.map(([lines, more]) => ({ bill: lines, total: sumOf(lines) + more }));
  const rows = await db.query<{ bill: unknown; total: number; now: boolean; before: boolean }>(sql`
    select given.*, is_bill(bill, total) as now, is_slow_bill(bill, total) as before
    from jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb) as given (bill jsonb, total bigint)`);
  expect(rows).toHaveLength(5000);
  expect(rows.filter(({ now, before }) => now !== before)).toEqual([]);
  const accepted = rows.filter(({ now }) => now).length;
  expect([accepted > 100, accepted < 4900]).toEqual([true, true]);
});

const check = async (text: string | null, totalPaise: number | null) =>
  (
    await db.one<{ is_bill: boolean }>(
      sql`select is_bill(${text}::text::jsonb, ${totalPaise}::bigint) as is_bill`,
    )
  ).is_bill;

test('no bill, no total and what is no list of lines are refused', async () => {
  const lines = JSON.stringify([{ kind: 'ITEMS', amount_paise: 5 }]);
  expect(await check(lines, 5)).toBe(true);
  expect(await check(lines, null)).toBe(false);
  for (const text of [null, 'null', '[]', '{}', '5', '[5]', '[null]', '[[]]'])
    expect(await check(text, 0), String(text)).toBe(false);
});

test.each([
  ['half a rupee less', [-50], true],
  ['half a rupee more', [50], true],
  ['more than half a rupee less', [-51], false],
  ['more than half a rupee more', [51], false],
  ['a change of the rounding from one end to the other', [-50, 99], true],
  ['two lines of more than half a rupee together', [-30, -21], false],
])('a rounding of %s is accepted: %j, %s', async (_what, amounts, isAccepted) => {
  const lines = [
    { kind: 'ITEMS', amount_paise: 1000 },
    ...amounts.map((amount_paise) => ({ kind: 'ROUNDING', amount_paise })),
  ];
  expect(await check(JSON.stringify(lines), sumOf(lines))).toBe(isAccepted);
});
