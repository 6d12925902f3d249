import { expect, test } from 'vitest';
import { RevokedSessions, revokedSessionTtlMs } from './revoked-sessions.ts';

test('a session that ended is known for it, another one is not', () => {
  const sessions = new RevokedSessions();
  sessions.add(['phone'], 'ended');
  sessions.add(['laptop'], 'suspended');
  expect(['phone', 'laptop', 'tablet'].map((id) => sessions.findRevocation(id))).toEqual([
    'ended',
    'suspended',
    null,
  ]);
});

test('a suspension that is announced twice stays one', () => {
  const sessions = new RevokedSessions();
  sessions.add(['phone'], 'suspended');
  sessions.add(['phone'], 'ended');
  expect(sessions.findRevocation('phone')).toBe('suspended');
});

test('a session is forgotten when no token of it can be valid any more, and not before', () => {
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
