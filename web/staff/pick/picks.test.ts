import { expect, test } from 'vitest';
import type { PickingOrder } from '#contract/picking/picking.ts';
import { pickingLine, pickingOrder } from '#tests/fixtures/picking-order.ts';
import { matchCode } from './match-code.ts';
import {
  type LineMarks,
  listUndecided,
  type PickAction,
  toLineKey,
  toProgress,
  toShownOrders,
  toWalk,
} from './picks.ts';

const now = Date.parse('2026-11-28T10:00:00Z');
const noMarks: LineMarks = { reopened: [], fetched: [] };

type ServerLine = PickingOrder['lines'][number];

const orderOf = (_id: string, tote: PickingOrder['tote'], lines: ServerLine[]): PickingOrder =>
  pickingOrder(_id, { tote, lines });

const question = (given: Partial<NonNullable<ServerLine['question']>> = {}) => ({
  position: 0,
  askedAt: '2026-11-28T09:59:00.000Z',
  deadline: '2026-11-28T10:00:30.000Z',
  proposals: ['curd', 'buttermilk'].map((productId) => ({
    ...{ productId, name: productId, nameHindi: '', unit: '1 l', image: '', quantity: 1, amount: 40 },
  })),
  answer: null,
  ...given,
});

const found = (position: number, amount: number, given: { version?: number } = {}): PickAction => ({
  ...{ kind: 'found', _id: 'one', version: 1, position, found: amount, replacement: null, shown: null },
  at: '2026-11-28T09:59:30.000Z',
  ...given,
});

const shown = (line: ServerLine, marks = noMarks, at = now) => {
  const [order] = toShownOrders([orderOf('one', 'A', [line])], [], marks, at);
  return order?.lines[0];
};

test('one walk for all orders follows the locations in natural order, and ends with products without one', () => {
  const orders = [
    orderOf('one', 'A', [
      pickingLine(0, { location: 'A10' }),
      pickingLine(1),
      pickingLine(2, { location: 'B1' }),
    ]),
    orderOf('two', 'B', [
      pickingLine(0, { location: 'A2' }),
      pickingLine(1, { location: 'A10', isTakenOff: true }),
    ]),
  ];
  const walk = toWalk(toShownOrders(orders, [], noMarks, now));
  expect(walk.map(({ location, tote }) => `${location} ${tote}`)).toEqual(['A2 B', 'A10 A', 'B1 A', ' A']);
});

test('what a shopper chose is fetched where it is, not where the missing product was', () => {
  const asked = { found: 0, pickedAt: '2026-11-28T09:59:00.000Z', location: 'A1', proposalLocation: 'C3' };
  const answer = { productId: 'curd', at: '2026-11-28T09:59:40.000Z' };
  const lines = [
    pickingLine(0, { ...asked, question: question({ answer }) }),
    pickingLine(1, { location: 'B1' }),
    pickingLine(2, { location: 'D1' }),
  ];
  const walk = toWalk(toShownOrders([orderOf('one', 'A', lines)], [], noMarks, now));
  expect(walk.map(({ position }) => position)).toEqual([1, 0, 2]);
});

test('what was not sent yet counts at once, only for the taking in which it was picked', () => {
  const orders = [orderOf('one', 'A', [pickingLine(0), pickingLine(1)])];
  const [order] = toShownOrders(orders, [found(0, 2), found(1, 2, { version: 2 })], noMarks, now);
  expect(order?.lines.map(({ state, found: pieces }) => [state, pieces])).toEqual([
    ['done', 2],
    ['open', null],
  ]);
  expect(order && toProgress(order)).toEqual({ done: 1, all: 2 });
});

test('a line that was undone is to be picked again', () => {
  const line = pickingLine(0, { found: 2, pickedAt: '2026-11-28T09:59:00.000Z' });
  expect(shown(line)?.state).toBe('done');
  const key = toLineKey({ _id: 'one', version: 1 }, 0);
  expect(shown(line, { ...noMarks, reopened: [key] })?.state).toBe('open');
});

test('a question waits for its answer, then what was chosen is to be fetched', () => {
  const asked = { found: 0, pickedAt: '2026-11-28T09:59:00.000Z' };
  expect(shown(pickingLine(0, { ...asked, question: question() }))?.state).toBe('asked');
  const answer = (productId: string | null) =>
    question({ answer: { productId, at: '2026-11-28T09:59:40.000Z' } });
  expect(shown(pickingLine(0, { ...asked, question: answer('buttermilk') }))).toMatchObject({
    state: 'fetch',
    fetch: { productId: 'buttermilk' },
  });
  expect(shown(pickingLine(0, { ...asked, question: answer(null) }))?.state).toBe('done');
  const fetched = [toLineKey({ _id: 'one', version: 1 }, 0)];
  expect(shown(pickingLine(0, { ...asked, question: answer('curd') }), { ...noMarks, fetched })?.state).toBe(
    'done',
  );
});

test('without an answer in time the first proposal is to be fetched, unless something was recorded since', () => {
  const later = now + 60_000;
  const asked = { found: 0, pickedAt: '2026-11-28T09:59:00.000Z', question: question() };
  expect(shown(pickingLine(0, asked), noMarks, later)).toMatchObject({
    state: 'fetch',
    fetch: { productId: 'curd' },
  });
  const recorded = { ...asked, pickedAt: '2026-11-28T10:00:40.000Z' };
  expect(shown(pickingLine(0, recorded), noMarks, later)?.state).toBe('done');
});

test('a question that was not sent yet has no deadline', () => {
  const ask: PickAction = {
    ...{ kind: 'ask', _id: 'one', version: 1, position: 0, found: 0, at: '2026-11-28T09:00:00.000Z' },
    proposals: [{ productId: 'curd', quantity: 1 }],
  };
  const [order] = toShownOrders([orderOf('one', 'A', [pickingLine(0)])], [ask], noMarks, now);
  expect(order?.lines[0]).toMatchObject({ state: 'asked', deadline: null });
  expect(order && listUndecided(order)).toHaveLength(1);
});

test('a code is that of the present line before those of others, whatever its number of digits', () => {
  const lines = [
    { ...pickingLine(0, { barcode: '8901234567890' }), tote: 'A' },
    { ...pickingLine(1, { barcode: '8901234567890' }), tote: 'B' },
    { ...pickingLine(2, { barcode: '036000291452' }), tote: 'A' },
  ];
  const [first, second = null, third = null] = lines;
  expect(matchCode('8901234567890', second, lines)?.line).toBe(second);
  expect(matchCode('8901234567890', third, lines)?.line).toBe(first);
  expect(matchCode('0036000291452', first ?? null, lines)?.line).toBe(third);
  expect(matchCode('4006381333931', second, lines)).toBeNull();
});

test('the label of a scale names the product by its SKU and holds its weight, or its price', () => {
  const onions = pickingLine(0, { sku: '123', stepGrams: 500, stepPrice: 20 });
  // Of a price per kg of 40 rupees: 500 g.
  expect(matchCode('2900123004639', onions, [])).toBeNull();
  expect(matchCode('2900123004634', onions, [])).toEqual({ line: onions, grams: 463 });
  expect(matchCode('2000123020006', onions, [])).toEqual({ line: onions, grams: 500 });
  expect(matchCode('2900124004633', onions, [])).toBeNull();
});
