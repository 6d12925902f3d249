import { expect, test } from 'vitest';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { NewOrderDetector } from './new-order-notifications.tsx';
import { parseBoardParameters } from './order-queries.ts';
import {
  filterByTab,
  findTab,
  hasUnpickedLines,
  isPacked,
  nextStep,
  paymentLabel,
  pickProgress,
  toCountdown,
  toToldText,
  upsertOrder,
} from './order-status.ts';

const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`;

function orderOf(_id: string, minute: number, status: StaffOrder['status'] = 'PLACED'): StaffOrder {
  return {
    ...{ _id, status, orderId: `ORD-${_id}`, items: [], steps: [], canCancel: true, paymentUrl: null },
    ...{
      product_details: { name: '', nameHindi: '', image: [] },
      subTotalAmt: 0,
      totalAmt: 0,
      bill: [],
      refundedAmt: 0,
      creditAmt: 0,
      creditReturnedAmt: 0,
      owedAmt: 0,
    },
    ...{ payment_status: 'CASH ON DELIVERY', payment_method: 'CASH', isTestPayment: false },
    collection: null,
    upi: null,
    documents: [],
    includedTaxAmt: 0,
    delivery_address: { address_line: '', city: '', state: '', country: '', pincode: '', mobile: '' },
    ...{
      createdAt: at(0),
      slot: null,
      promisedMinutes: 1,
      promisedAt: at(minute),
      deliveredAt: null,
      expiresAt: null,
    },
    shopper: { name: '', email: '', mobile: '' },
  };
}

function lineOf(position: number, isPicked: boolean, isTakenOff = false): StaffOrder['items'][number] {
  const about = {
    productId: 'p',
    name: 'Milk',
    nameHindi: '',
    unit: '1 l',
    image: '',
    category: 'Dairy',
    location: '',
  };
  const paid = {
    price: 10,
    discount: 0,
    salePrice: null,
    quantity: 1,
    orderedQuantity: 1,
    orderedGrams: null,
    replaces: null,
  };
  return { ...about, ...paid, position, isPicked, isTakenOff };
}

const idsOf = (orders: readonly StaffOrder[]) => orders.map(({ _id }) => _id);

test('keeps open orders sorted by when work must begin and removes finished ones', () => {
  const open = [orderOf('a', 10), orderOf('b', 12), orderOf('c', 14)];
  expect(idsOf(upsertOrder(open, orderOf('b', 12, 'PACKING')))).toEqual(['a', 'b', 'c']);
  expect(idsOf(upsertOrder(open, orderOf('d', 11)))).toEqual(['a', 'd', 'b', 'c']);
  expect(idsOf(upsertOrder(open, orderOf('a', 10, 'CANCELLED')))).toEqual(['b', 'c']);
  expect(idsOf(upsertOrder(open, orderOf('e', 9, 'PENDING_PAYMENT')))).toEqual(['a', 'b', 'c']);
});

test('sorts an order of a later window by its beginning less the minutes that it needs', () => {
  const later = {
    ...orderOf('later', 59),
    ...{ slot: { startsAt: at(13), endsAt: at(59) }, promisedMinutes: 2, createdAt: at(0) },
  };
  const open = [orderOf('a', 10), orderOf('b', 12), orderOf('c', 14)];
  expect(idsOf(upsertOrder(open, later))).toEqual(['a', 'b', 'later', 'c']);
});

test('filters the open orders by tab', () => {
  const open = [orderOf('a', 10), orderOf('b', 12, 'PACKING'), orderOf('c', 14, 'OUT_FOR_DELIVERY')];
  expect(
    ['open', 'new', 'packing', 'on-the-way'].map((name) => idsOf(filterByTab(findTab(name), open))),
  ).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c']]);
});

test('the orders whose promised time is over are late', () => {
  const open = [orderOf('a', 10), orderOf('b', 12, 'OUT_FOR_DELIVERY'), orderOf('c', 14)];
  const late = (minute: number) => idsOf(filterByTab(findTab('late'), open, Date.parse(at(minute))));
  expect([late(10), late(11), late(13), late(20)]).toEqual([[], ['a'], ['a', 'b'], ['a', 'b', 'c']]);
  expect(
    idsOf(filterByTab(findTab('late'), [{ ...orderOf('d', 1), promisedAt: null }], Date.parse(at(9)))),
  ).toEqual([]);
});

test('ignores invalid search parameters', () => {
  const { tab, search, page, orderId } = parseBoardParameters(
    new URLSearchParams('tab=mine&q=asha&page=-1&order=<script>'),
  );
  expect([tab.name, search, page, orderId]).toEqual(['open', 'asha', 1, null]);
});

test('reports each new order once and none of the initial ones', () => {
  const news = new NewOrderDetector();
  expect(news.take([orderOf('a', 10)])).toEqual([]);
  expect(idsOf(news.take([orderOf('a', 10), orderOf('b', 12)]))).toEqual(['b']);
  expect(news.take([orderOf('b', 12)])).toEqual([]);
  // An order that was briefly missing, and one that another admin has already started.
  expect(news.take([orderOf('a', 10), orderOf('b', 12), orderOf('c', 13, 'PACKING')])).toEqual([]);
});

test('returns the next status allowed by the order rules', () => {
  const states = [
    'PENDING_PAYMENT',
    'PLACED',
    'PACKING',
    'OUT_FOR_DELIVERY',
    'DELIVERED',
    'CANCELLED',
  ] as const;
  expect(states.map((status) => nextStep({ status })?.to ?? null)).toEqual([
    ...[null, 'PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED', null, null],
  ]);
});

test('leaves it to the rider to mark an order delivered, and to the staff to hand over what a rider has taken', () => {
  const delivery: NonNullable<StaffOrder['delivery']> = {
    ...{ rider: { _id: 'r', name: 'Ravi' }, version: 1, takenAt: at(1), leftAt: null, deliveredAt: null },
    ...{ payment: null, receivedAmt: null, returning: null, hasPhoto: false },
  };
  expect(nextStep({ status: 'OUT_FOR_DELIVERY', delivery })).toBe(null);
  expect(nextStep({ status: 'OUT_FOR_DELIVERY', delivery: { ...delivery, rider: null } })?.to).toBe(
    'DELIVERED',
  );
  expect(nextStep({ status: 'PACKING', delivery })?.to).toBe('OUT_FOR_DELIVERY');
});

test('calls an order packed when all is picked and no picker has it', () => {
  const items = [lineOf(0, true), lineOf(1, true)];
  expect(isPacked({ status: 'PACKING', items })).toBe(true);
  expect(isPacked({ status: 'PACKING', items, isBeingPicked: true })).toBe(false);
  expect(isPacked({ status: 'PACKING', items: [...items, lineOf(2, false)] })).toBe(false);
  expect(isPacked({ status: 'OUT_FOR_DELIVERY', items })).toBe(false);
});

test('counts picked lines without unavailable ones', () => {
  const items = [lineOf(0, true), lineOf(1, false), lineOf(2, false, true)];
  expect(pickProgress({ items })).toEqual({ lines: 2, picked: 1 });
  expect(hasUnpickedLines({ items })).toBe(true);
  expect(hasUnpickedLines({ items: [lineOf(0, true), lineOf(2, false, true)] })).toBe(false);
  expect(hasUnpickedLines({ items: [lineOf(0, false), lineOf(1, false)] })).toBe(true);
});

test('the payment of an order names the store credit that pays all or a part of it', () => {
  const order = { ...orderOf('1', 1), totalAmt: 150 };
  expect(paymentLabel(order)).toBe('Cash on delivery');
  expect(paymentLabel({ ...order, creditAmt: 150 })).toBe('Paid with store credit');
  expect(paymentLabel({ ...order, creditAmt: 50 })).toBe('Cash on delivery and store credit');
});

const promised = '2026-11-21T10:10:00.000Z';
const promisedOrder = {
  status: 'PLACED',
  createdAt: '2026-11-21T10:00:00.000Z',
  ...{ promisedMinutes: 10, slot: null, promisedAt: promised, deliveredAt: null, expiresAt: null },
} as const;
const timeOf = (clock: string) => Date.parse(`2026-11-21T${clock}Z`);

test.each([
  ['10:00:30', 'in 9 min', false],
  ['10:08:59', 'in 1 min', false],
  ['10:09:01', 'due now', false],
  ['10:10:00', 'due now', false],
  ['10:10:59', 'due now', true],
  ['10:11:00', '1 min late', true],
  ['13:30:00', '3 h late', true],
])('shows at %s an order promised for 10:10 as %s', (clock, text, isLate) => {
  expect(toCountdown(promisedOrder, timeOf(clock))).toEqual({ text, isLate });
});

test('shows for a later window when work begins, then the time until its end', () => {
  const slot = { startsAt: '2026-11-21T09:10:00.000Z', endsAt: promised };
  const scheduled = { ...promisedOrder, createdAt: '2026-11-20T18:00:00.000Z', slot };
  const texts = ['08:00:00', '08:59:59', '09:00:00', '10:12:00'].map((clock) =>
    toCountdown(scheduled, timeOf(clock)),
  );
  expect(texts).toEqual([
    { text: 'begin in 1 h', isLate: false },
    { text: 'begin in 1 min', isLate: false },
    { text: 'in 1 h', isLate: false },
    { text: '2 min late', isLate: true },
  ]);
});

test('shows the new time of which a shopper was told, while the order is open', () => {
  const told = { status: 'PACKING', revisedAt: promised } as const;
  expect(toToldText(told)).toMatch(/^Told \d{1,2}:[14]0 [ap]m$/);
  expect(toToldText({ ...told, status: 'DELIVERED' })).toBeNull();
  expect(toToldText({ status: 'PACKING' })).toBeNull();
});

test('shows the delay of an old order in days', () => {
  expect(toCountdown(promisedOrder, timeOf('10:11:00') + 3 * 24 * 3_600_000)?.text).toBe('3 days late');
  expect(toCountdown(promisedOrder, timeOf('10:11:00') + 24 * 3_600_000)?.text).toBe('1 day late');
});

test('shows whether a delivered order was on time', () => {
  const delivered = {
    ...promisedOrder,
    status: 'DELIVERED',
    deliveredAt: '2026-11-21T10:14:10.000Z',
  } as const;
  expect(toCountdown(delivered, timeOf('20:00:00'))).toEqual({ text: '4 min late', isLate: true });
  const early = { ...delivered, deliveredAt: '2026-11-21T10:10:00.000Z' };
  expect(toCountdown(early, timeOf('20:00:00'))).toEqual({ text: 'on time', isLate: false });
});

test('returns no countdown for cancelled and unpaid orders', () => {
  expect(toCountdown({ ...promisedOrder, status: 'CANCELLED' }, timeOf('10:00:00'))).toBeNull();
  const unpaid = { ...promisedOrder, status: 'PENDING_PAYMENT', promisedAt: null } as const;
  expect(toCountdown(unpaid, timeOf('10:00:00'))).toBeNull();
  expect(toCountdown({ ...unpaid, expiresAt: promised }, timeOf('10:00:00'))?.text).toBe('held 10 min');
});
