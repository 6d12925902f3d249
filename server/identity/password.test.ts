import { expect, test } from 'vitest';
import { outdatedHash } from '#tests/fixtures/accounts.ts';
import { dummyPasswordHash, hashPassword, isOutdatedHash, verifyPassword } from './password.ts';

const cheapHash = outdatedHash('an old password');

test('a hash matches its password and no other', async () => {
  const hash = await hashPassword('a good password', null);
  expect(await verifyPassword('a good password', hash, null)).toBe(true);
  for (const other of ['', 'a good passwor', 'A good password', 'a good password ', hash]) {
    expect(await verifyPassword(other, hash, null), other).toBe(false);
  }
});

test('the hash is salted argon2id with the cost recommended by OWASP', async () => {
  const [one, other] = await Promise.all([hashPassword('the same', null), hashPassword('the same', null)]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(other);
});

test('composed and decomposed characters are the same password', async () => {
  const hash = await hashPassword('Crème brûlée', null);
  expect(await verifyPassword('Crème brûlée'.normalize('NFD'), hash, null)).toBe(true);
});

test('a password may contain characters that a database text cannot', async () => {
  const hash = await hashPassword('secret\0one', null);
  expect(await verifyPassword('secret\0one', hash, null)).toBe(true);
  expect(await verifyPassword('secret\0two', hash, null)).toBe(false);
  expect(await verifyPassword('secret', hash, null)).toBe(false);
});

test('a hash with another cost still matches and is reported as outdated', async () => {
  expect(await verifyPassword('an old password', cheapHash, null)).toBe(true);
  expect(await verifyPassword('a new password', cheapHash, null)).toBe(false);
  expect(isOutdatedHash(cheapHash)).toBe(true);
  expect(isOutdatedHash(await hashPassword('a good password', null))).toBe(false);
});

test.each(['', '-', 'plain text', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=1,t=1,p=1$$'])(
  'the malformed hash %j matches nothing',
  async (hash) => {
    expect(await verifyPassword(hash, hash, null)).toBe(false);
    expect(isOutdatedHash(hash)).toBe(true);
  },
);

test('the dummy hash has the cost of a real one and matches nothing', async () => {
  expect(isOutdatedHash(dummyPasswordHash)).toBe(false);
  expect(await verifyPassword('a good password', dummyPasswordHash, null)).toBe(false);
});

test('a burst of hashes is queued and completed', async () => {
  const hash = await hashPassword('a good password', null);
  const tries = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'a good password' : 'a guess'));
  const results = await Promise.all(tries.map((password) => verifyPassword(password, hash, null)));
  expect(results).toEqual(tries.map((password) => password === 'a good password'));
});

test('the hashes of a network that sends many do not delay that of another', async () => {
  const done: string[] = [];
  const hash = async (remoteAddress: string) => {
    await hashPassword('a good password', { remoteAddress });
    done.push(remoteAddress);
  };
  const many = Array.from({ length: 8 }, () => hash('192.0.2.1'));
  await Promise.all([...many, hash('198.51.100.7')]);
  expect(done.at(-1)).toBe('192.0.2.1');
});
