import { expect, test } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { keepMine, toConflict } from './conflict-dialog.tsx';

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

test('reads the current record and its changes from a CHANGED_MEANWHILE error', () => {
  const error = refusal('CHANGED_MEANWHILE', { current, entries: [entry] });
  expect(toConflict(error)).toEqual({ current, entries: [entry] });
});

test('reports a conflict without audit entries, such as a change in the database itself', () => {
  expect(toConflict(refusal('CHANGED_MEANWHILE', { current }))).toEqual({ current, entries: [] });
  const strange = { current, entries: [null, 'Asha', { at: 1 }] };
  expect(toConflict(refusal('CHANGED_MEANWHILE', strange))).toEqual({ current, entries: [] });
});

test('returns null for any other error', () => {
  expect(toConflict(refusal('NAME_TAKEN', { current }))).toBeNull();
  expect(toConflict(refusal('CHANGED_MEANWHILE', {}))).toBeNull();
  expect(toConflict(refusal('CHANGED_MEANWHILE', { current: 'Snacks' }))).toBeNull();
});

test('keeps my changed fields and takes theirs for the rest', () => {
  const before = { name: 'Snacks', image: '/a', category: ['1', '2'] };
  const mine = { name: 'Snacks', image: '/mine', category: ['1', '2', '3'] };
  const theirs = { name: 'Namkeen', image: '/theirs', category: ['2'] };
  expect(keepMine(before, mine, theirs)).toEqual({
    name: 'Namkeen',
    image: '/mine',
    category: ['1', '2', '3'],
  });
});
