import { expect, test } from 'vitest';
import { RevokedSessions, revokedSessionTtlMs } from './revoked-sessions.ts';

test('a revoked session is found, another is not', () => {
  const sessions = new RevokedSessions();
  sessions.add(['phone'], 'ended');
  sessions.add(['laptop'], 'suspended');
  expect(['phone', 'laptop', 'tablet'].map((id) => sessions.findRevocation(id))).toEqual([
    'ended',
    'suspended',
    null,
  ]);
});

test('a suspension announced twice stays a suspension', () => {
  const sessions = new RevokedSessions();
  sessions.add(['phone'], 'suspended');
  sessions.add(['phone'], 'ended');
  expect(sessions.findRevocation('phone')).toBe('suspended');
});

test('an entry is removed when no token of the session can be valid, and not before', () => {
  let moment = 1_000_000;
  const sessions = new RevokedSessions(() => moment);
  sessions.add(['phone', 'laptop']);
  moment += revokedSessionTtlMs;
  sessions.add(['laptop']);
  expect(sessions.findRevocation('phone')).toBe('ended');
  moment += 1;
  sessions.add(['tablet']);
  expect(['phone', 'laptop'].map((id) => sessions.findRevocation(id))).toEqual([null, 'ended']);
});
