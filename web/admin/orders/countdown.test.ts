import { expect, test } from 'vitest';
import { toCountdown } from './countdown.tsx';

const promised = '2026-11-21T10:10:00.000Z';
const order = {
  status: 'PLACED',
  createdAt: '2026-11-21T10:00:00.000Z',
  ...{ promisedMinutes: 10, slot: null, promisedAt: promised, deliveredAt: null, expiresAt: null },
} as const;
const at = (clock: string) => Date.parse(`2026-11-21T${clock}Z`);

test.each([
  ['10:00:30', 'in 9 min', false],
  ['10:08:59', 'in 1 min', false],
  ['10:09:01', 'due now', false],
  ['10:10:00', 'due now', false],
  ['10:10:59', 'due now', true],
  ['10:11:00', '1 min late', true],
  ['13:30:00', '3 h late', true],
])('shows at %s an order promised for 10:10 as %s', (clock, text, isLate) => {
  expect(toCountdown(order, at(clock))).toEqual({ text, isLate });
});

test('shows for a later window when work begins, then the time until its end', () => {
  const slot = { startsAt: '2026-11-21T09:10:00.000Z', endsAt: promised };
  const scheduled = { ...order, createdAt: '2026-11-20T18:00:00.000Z', slot };
  const texts = ['08:00:00', '08:59:59', '09:00:00', '10:12:00'].map((clock) =>
    toCountdown(scheduled, at(clock)),
  );
  expect(texts).toEqual([
    { text: 'begin in 1 h', isLate: false },
    { text: 'begin in 1 min', isLate: false },
    { text: 'in 1 h', isLate: false },
    { text: '2 min late', isLate: true },
  ]);
});

test('shows the delay of an old order in days', () => {
  expect(toCountdown(order, at('10:11:00') + 3 * 24 * 3_600_000)?.text).toBe('3 days late');
  expect(toCountdown(order, at('10:11:00') + 24 * 3_600_000)?.text).toBe('1 day late');
});

test('shows whether a delivered order was on time', () => {
  const delivered = { ...order, status: 'DELIVERED', deliveredAt: '2026-11-21T10:14:10.000Z' } as const;
  expect(toCountdown(delivered, at('20:00:00'))).toEqual({ text: '4 min late', isLate: true });
  const early = { ...delivered, deliveredAt: '2026-11-21T10:10:00.000Z' };
  expect(toCountdown(early, at('20:00:00'))).toEqual({ text: 'on time', isLate: false });
});

test('returns no countdown for cancelled and unpaid orders', () => {
  expect(toCountdown({ ...order, status: 'CANCELLED' }, at('10:00:00'))).toBeNull();
  const unpaid = { ...order, status: 'PENDING_PAYMENT', promisedAt: null } as const;
  expect(toCountdown(unpaid, at('10:00:00'))).toBeNull();
  expect(toCountdown({ ...unpaid, expiresAt: promised }, at('10:00:00'))?.text).toBe('held 10 min');
});
