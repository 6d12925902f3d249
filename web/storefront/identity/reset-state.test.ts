import { describe, expect, it } from 'vitest';
import { toResetState } from './reset-state.ts';

describe('what is carried from page to page while a password is reset', () => {
  it('reads email, time, verifier and return path', () => {
    const state = { email: 'asha@example.com', sentAt: 1_000, verifier: 'random', from: '/checkout' };
    expect(toResetState(state)).toEqual(state);
  });

  it.each([null, undefined, 'asha@example.com', 7, {}, { email: 7 }, { email: '' }, { email: null }])(
    'is no address when a page was opened with %j',
    (state) => {
      expect(toResetState(state)).toEqual({ email: '', sentAt: 0, verifier: '', from: '/' });
    },
  );

  it('rejects a return path to another site', () => {
    expect(toResetState({ email: 'asha@example.com', from: '//evil.example' }).from).toBe('/');
  });

  it.each(['1000', null, Number.NaN])('takes %j for no moment', (sentAt) => {
    expect(toResetState({ email: 'asha@example.com', sentAt }).sentAt).toBe(0);
  });
});
