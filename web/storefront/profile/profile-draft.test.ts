import { describe, expect, it } from 'vitest';
import { phoneNumberHint } from '#contract/rules/phone-number.ts';
import {
  applyDraft,
  isChanged,
  needsPassword,
  profileIssues,
  toProfileUpdate,
  unsavedDraft,
} from './profile-draft.ts';

const asha = { name: 'Asha Rao', email: 'asha@tokri.local', mobile: '9876543210', pending_email: null };
const movingAsha = { ...asha, pending_email: 'asha@example.com' };

describe('what the profile shows', () => {
  it('follows the account where nothing was typed, and keeps what was', () => {
    const draft = { mobile: '98765 00000' };
    expect(applyDraft({ ...asha, name: 'Asha R.' }, draft)).toEqual({
      name: 'Asha R.',
      email: 'asha@tokri.local',
      mobile: '98765 00000',
    });
  });

  it('keeps a field that was emptied empty', () => {
    expect(applyDraft(asha, { name: '' }).name).toBe('');
  });
});

describe('a change of the profile', () => {
  it.each([
    [{}, false],
    [{ name: ' Asha Rao ' }, false],
    [{ email: ' ASHA@tokri.local ' }, false],
    [{ mobile: '+91 98765 43210' }, false],
    [{ name: 'Asha' }, true],
    [{ email: 'asha@example.com' }, true],
    [{ mobile: '98765 43211' }, true],
    [{ mobile: '' }, true],
  ])('is %j: %s', (draft, expected) => {
    expect(isChanged(asha, applyDraft(asha, draft))).toBe(expected);
  });

  it('needs the password only for another address', () => {
    expect(needsPassword(asha, { ...asha, email: ' Asha@Tokri.local' })).toBe(false);
    expect(needsPassword(asha, { ...asha, email: 'asha@example.com' })).toBe(true);
    expect(needsPassword(movingAsha, { ...asha, email: 'asha@third.example' })).toBe(true);
    expect(needsPassword(movingAsha, { ...asha, email: 'asha@example.com' })).toBe(false);
  });
});

describe('what is sent', () => {
  it('is what is shown', () => {
    const shown = { ...asha, name: 'Asha' };
    expect(toProfileUpdate(asha, shown)).toEqual(shown);
  });

  it('does not take a wish for another address back by the way', () => {
    const shown = { ...asha, email: 'ASHA@tokri.local', name: 'Asha' };
    expect(toProfileUpdate(movingAsha, shown)).toEqual({ ...shown, email: 'asha@example.com' });
  });

  it('is a third address where that was typed', () => {
    const shown = { ...asha, email: 'asha@third.example' };
    expect(toProfileUpdate(movingAsha, shown)).toEqual(shown);
  });
});

describe('what is said about a profile', () => {
  it('is nothing when all is well', () => {
    expect(profileIssues(asha, asha, '')).toEqual({});
  });

  it('asks for each field that is missing', () => {
    const empty = { name: ' ', email: '', mobile: '' };
    expect(Object.keys(profileIssues(asha, empty, ''))).toEqual(['email', 'mobile', 'name', 'password']);
    expect(new Set(Object.values(profileIssues(asha, empty, '')))).toEqual(new Set(['Please fill this in.']));
  });

  it.each(['12345', '98765 4321x', 'none', '+91'])('names a number that can be dialled for %j', (mobile) => {
    expect(profileIssues(asha, { ...asha, mobile }, '')).toEqual({ mobile: phoneNumberHint });
  });

  it.each(['asha', 'asha@', 'asha@tokri', 'a b@tokri.local'])('does not take %j for an address', (email) => {
    expect(profileIssues(asha, { ...asha, email }, 'a password')).toEqual({ email: 'Invalid email address' });
  });

  it('asks for the password with another address alone', () => {
    const moved = { ...asha, email: 'asha@example.com' };
    expect(profileIssues(asha, moved, '')).toEqual({ password: 'Please fill this in.' });
    expect(profileIssues(asha, moved, 'a password')).toEqual({});
  });
});

describe('what is left after saving', () => {
  it('is what was typed since it was sent', () => {
    const sent = { ...asha, name: 'Asha' };
    expect(unsavedDraft({ name: 'Asha' }, sent)).toEqual({});
    expect(unsavedDraft({ name: 'Asha Menon', mobile: '9876543210' }, sent)).toEqual({ name: 'Asha Menon' });
  });
});
