import { expect, test } from 'vitest';
import type { OrderDetails } from '#contract/orders/order.ts';
import type { OrderQuestion } from './order-queries.ts';
import { toPackingNews } from './packing-news.ts';

const line: OrderDetails['items'][number] = {
  ...{ position: 0, productId: 'm', name: 'Milk', nameHindi: '', unit: '1 l', image: '' },
  ...{ price: 50, discount: 0, salePrice: null, quantity: 2, orderedQuantity: 2, orderedGrams: null },
  ...{ replaces: null, isTakenOff: false },
};
const proposal = { ...line, productId: 's', name: 'Soya milk', amount: 100 };
const question: OrderQuestion = {
  ...{ position: 0, found: 0, secondsLeft: 60, endsAt: 0, proposals: [proposal], answer: null },
  ...{ askedAt: '2026-11-28T10:00:00.000Z', deadline: '2026-11-28T10:01:30.000Z' },
};
const textsOf = (...given: Parameters<typeof toPackingNews>) =>
  toPackingNews(...given).map(({ text }) => text);

test('what was asked about missing products is followed by the answer, or by its absence', () => {
  const order = { items: [line], status: 'PACKING' as const };
  expect(toPackingNews(order, [question])).toEqual([
    { at: question.askedAt, text: 'Asked what replaces Milk' },
  ]);
  const at = '2026-11-28T10:00:20.000Z';
  expect(toPackingNews(order, [{ ...question, answer: { productId: 's', at } }])[1]).toEqual({
    ...{ at, text: 'You chose Soya milk instead of Milk' },
  });
  expect(textsOf(order, [{ ...question, answer: { productId: null, at } }])[1]).toBe(
    'You chose a refund for Milk',
  );
  for (const unanswered of [
    textsOf(order, [{ ...question, secondsLeft: 0 }]),
    textsOf({ ...order, status: 'DELIVERED' }, [question]),
  ])
    expect(unanswered[1]).toBe('No answer in time about Milk');
});

test('a packed order says which lines are not as ordered', () => {
  const items = [
    { ...line, isTakenOff: true },
    { ...line, position: 1, name: 'Bread', quantity: 1 },
    { ...line, position: 2, name: 'Eggs', isTakenOff: true },
    {
      ...line,
      position: 3,
      name: 'Onions',
      quantity: 1,
      orderedQuantity: 1,
      orderedGrams: 500,
      unit: '463 g',
    },
    { ...line, position: 4, name: 'Soya milk', replaces: 0 },
    { ...line, position: 5, name: 'Rice' },
  ];
  expect(textsOf({ items, status: 'DELIVERED' }, [])).toEqual([
    'Soya milk in place of Milk',
    'Bread: 1 of 2',
    'Eggs was not available',
    'Onions: 463 g of 500 g',
  ]);
});
