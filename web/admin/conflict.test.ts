import { expect, test } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { keepMine, toConflict } from './conflict.ts';

const entry = {
  _id: 'e1',
  at: '2026-11-21T10:00:00.000Z',
  by: { _id: 'u1', name: 'Asha' },
  kind: 'category',
  thingId: 'c1',
  thingName: 'Snacks',
  action: 'updated',
  changes: [{ field: 'name', before: 'Snacks', after: 'Namkeen' }],
};
const current = { _id: 'c1', name: 'Namkeen', updatedAt: '2026-11-21T10:00:00.000Z' };

function refusal(code: 'CHANGED_MEANWHILE' | 'NAME_TAKEN', details: Record<string, unknown>): ApiError {
  return new ApiError({ code, status: 409, message: 'No.', details });
}

test('a refusal says who has changed what, and how the thing is now', () => {
  const error = refusal('CHANGED_MEANWHILE', { current, entries: [entry] });
  expect(toConflict(error)).toEqual({ current, entries: [entry] });
});

test('a change without an entry, such as one in the database itself, is still a conflict', () => {
  expect(toConflict(refusal('CHANGED_MEANWHILE', { current }))).toEqual({ current, entries: [] });
  const strange = { current, entries: [null, 'Asha', { at: 1 }] };
  expect(toConflict(refusal('CHANGED_MEANWHILE', strange))).toEqual({ current, entries: [] });
});

test('any other refusal is none', () => {
  expect(toConflict(refusal('NAME_TAKEN', { current }))).toBeNull();
  expect(toConflict(refusal('CHANGED_MEANWHILE', {}))).toBeNull();
  expect(toConflict(refusal('CHANGED_MEANWHILE', { current: 'Snacks' }))).toBeNull();
});

test('what I have changed stays, what I have not touched is as they left it', () => {
  const before = { name: 'Snacks', image: '/a', category: ['1', '2'] };
  const mine = { name: 'Snacks', image: '/mine', category: ['1', '2', '3'] };
  const theirs = { name: 'Namkeen', image: '/theirs', category: ['2'] };
  expect(keepMine(before, mine, theirs)).toEqual({
    name: 'Namkeen',
    image: '/mine',
    category: ['1', '2', '3'],
  });
});
