import { describe, expect, it } from 'vitest';
import { isChanged, needsPassword, toProfileUpdate } from './profile-form.tsx';

const asha = { name: 'Asha Rao', email: 'asha@tokri.local', mobile: '9876543210' };
const movingAsha = { ...asha, pending_email: 'asha@example.com' };
const settledAsha = { ...asha, pending_email: null };

describe('isChanged', () => {
  it.each([
    [{}, false],
    [{ name: ' Asha Rao ' }, false],
    [{ email: ' ASHA@tokri.local ' }, false],
    [{ mobile: '+91 98765 43210' }, false],
    [{ name: 'Asha' }, true],
    [{ email: 'asha@example.com' }, true],
    [{ mobile: '98765 43211' }, true],
    [{ mobile: '' }, true],
  ])('of %j is %s', (typed, expected) => {
    expect(isChanged(asha, { ...asha, ...typed })).toBe(expected);
  });
});

describe('needsPassword', () => {
  it('is true only for an email that is neither current nor pending', () => {
    expect(needsPassword(settledAsha, { ...asha, email: ' Asha@Tokri.local' })).toBe(false);
    expect(needsPassword(settledAsha, { ...asha, email: 'asha@example.com' })).toBe(true);
    expect(needsPassword(movingAsha, { ...asha, email: 'asha@third.example' })).toBe(true);
    expect(needsPassword(movingAsha, { ...asha, email: 'asha@example.com' })).toBe(false);
  });
});

describe('toProfileUpdate', () => {
  it('returns the typed values', () => {
    const typed = { ...asha, name: 'Asha' };
    expect(toProfileUpdate(settledAsha, typed)).toEqual(typed);
  });

  it('sends the pending email instead of the current one', () => {
    const typed = { ...asha, email: 'ASHA@tokri.local', name: 'Asha' };
    expect(toProfileUpdate(movingAsha, typed)).toEqual({ ...typed, email: 'asha@example.com' });
  });

  it('sends a third email', () => {
    const typed = { ...asha, email: 'asha@third.example' };
    expect(toProfileUpdate(movingAsha, typed)).toEqual(typed);
  });
});
