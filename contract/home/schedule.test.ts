import { expect, test } from 'vitest';
import { earlier, findNextChange, isShownAt } from './schedule.ts';

const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`;
const shown = (startsAt: string | null, endsAt: string | null, hour: number, isActive = true) =>
  isShownAt({ startsAt, endsAt, isActive }, new Date(at(hour)));

test('is shown from its start until just before its end, while it is switched on', () => {
  expect([9, 10, 11, 12].map((hour) => shown(at(10), at(12), hour))).toEqual([false, true, true, false]);
  expect([shown(null, null, 1), shown(null, at(2), 2), shown(at(2), null, 2)]).toEqual([true, false, true]);
  expect(shown(null, null, 1, false)).toBe(false);
});

test('changes next at the first start or end of what is switched on', () => {
  const schedules = [
    { startsAt: at(10), endsAt: at(12), isActive: true },
    { startsAt: at(9), endsAt: at(11), isActive: false },
    { startsAt: null, endsAt: null, isActive: true },
  ];
  const next = (hour: number) => findNextChange(schedules, new Date(at(hour)))?.toISOString();
  expect([8, 10, 11, 12].map(next)).toEqual([at(10), at(12), at(12), undefined]);
});

test('the earlier of two times; null is never', () => {
  const [one, other] = [new Date(1), new Date(2)];
  expect([earlier(one, other), earlier(other, one), earlier(null, other), earlier(one, null)]).toEqual([
    one,
    one,
    other,
    one,
  ]);
  expect(earlier(null, null)).toBeNull();
});
