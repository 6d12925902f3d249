import { createHmac } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { createTokenSigner } from './access-token.ts';

const secret = 'a secret of the shop that is long enough';
const key = new TextEncoder().encode(secret);
const caller = { userId: 'asha', sessionId: 'phone' };
const minuteMs = 60_000;

test('a token contains user and session', async () => {
  const tokens = createTokenSigner(secret);
  expect(await tokens.verify(await tokens.sign(caller))).toEqual(caller);
});

test('a token is valid in every process with the same secret, and invalid with another secret', async () => {
  const token = await createTokenSigner(secret).sign(caller);
  expect(await createTokenSigner(secret).verify(token)).toEqual(caller);
  expect(await createTokenSigner(`${secret}!`).verify(token)).toBeNull();
});

test('while the secret is replaced, tokens of both are valid, and new ones need only the present secret', async () => {
  const rotating = createTokenSigner(`${secret}!`, undefined, secret);
  expect(await rotating.verify(await createTokenSigner(secret).sign(caller))).toEqual(caller);
  const token = await rotating.sign(caller);
  expect(await rotating.verify(token)).toEqual(caller);
  expect(await createTokenSigner(`${secret}!`).verify(token)).toEqual(caller);
  expect(await createTokenSigner(secret).verify(token)).toBeNull();
  expect(await rotating.verify(await createTokenSigner(`${secret}?`).sign(caller))).toBeNull();
});

test('a token expires after 15 minutes, also from the cache', async () => {
  let moment = Date.UTC(2026, 0, 1);
  const now = () => new Date(moment);
  const tokens = createTokenSigner(secret, now);
  const token = await tokens.sign(caller);
  moment += 15 * minuteMs - 1000;
  expect(await tokens.verify(token)).toEqual(caller);
  moment += 1000;
  expect(await tokens.verify(token)).toBeNull();
  expect(await tokens.verify(token)).toBeNull();
  expect(await createTokenSigner(secret, now).verify(token)).toBeNull();
});

test('a forged token is rejected, also after the genuine one was cached', async () => {
  const tokens = createTokenSigner(secret);
  const token = await tokens.sign(caller);
  await tokens.verify(token);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const admin = Buffer.from(JSON.stringify({ sub: 'admin', sid: 'x', exp: 9e9 })).toString('base64url');
  const forgeries = [
    '',
    '.',
    '..',
    'not a token',
    token.slice(0, -1),
    token.slice(1),
    `${token}A`,
    `${header}.${payload}.`,
    `${header}.${payload}`,
    `${header}.${admin}.${signature}`,
    `${header}.${payload}.${signature.split('').reverse().join('')}`,
    `${token}\0`,
    '\ud800.\ud800.\ud800',
    'x'.repeat(100_000),
  ];
  for (const forgery of forgeries) expect(await tokens.verify(forgery), forgery.slice(0, 40)).toBeNull();
});

test('a token without a signature is rejected', async () => {
  const unsigned = new UnsecuredJWT({ sid: 'phone' })
    .setSubject('asha')
    .setIssuer('tokri')
    .setAudience('tokri-api')
    .setExpirationTime('1h')
    .encode();
  expect(await createTokenSigner(secret).verify(unsigned)).toBeNull();
  expect(await createTokenSigner(secret).verify(`${unsigned}AAAA`)).toBeNull();
});

function token(alg: string, claims: Record<string, unknown>) {
  const usual = { sub: 'asha', sid: 'phone', iss: 'tokri', aud: 'tokri-api', exp: 9e9 };
  return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg }).sign(key);
}

test.each([
  ['by another issuer', { iss: 'someone' }],
  ['for another purpose', { aud: 'verify-email' }],
  ['without a purpose', { aud: undefined }],
  ['that never ends', { exp: undefined }],
  ['that has ended', { exp: 1 }],
  ['that is not valid yet', { nbf: 8e9 }],
  ['without a user', { sub: undefined }],
  ['without a session', { sid: undefined }],
  ['whose session is no text', { sid: 7 }],
])('a correctly signed token %s is rejected', async (_what, claims) => {
  expect(await createTokenSigner(secret).verify(await token('HS256', {}))).toEqual(caller);
  expect(await createTokenSigner(secret).verify(await token('HS256', claims))).toBeNull();
});

test('a token signed with another algorithm is rejected', async () => {
  const longKey = secret.repeat(2);
  const strong = await new SignJWT({ sub: 'asha', sid: 'phone', iss: 'tokri', aud: 'tokri-api', exp: 9e9 })
    .setProtectedHeader({ alg: 'HS512' })
    .sign(new TextEncoder().encode(longKey));
  expect(await createTokenSigner(longKey).verify(strong)).toBeNull();
});

test('the signature is HMAC-SHA-256 of header and payload', async () => {
  const signed = await createTokenSigner(secret).sign(caller);
  const end = signed.lastIndexOf('.');
  const expected = createHmac('sha256', secret).update(signed.slice(0, end)).digest('base64url');
  expect(signed.slice(end + 1)).toBe(expected);
});
