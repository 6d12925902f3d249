import { SignJWT, UnsecuredJWT } from 'jose';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { newId } from '#server/database/id.ts';
import { type Account, type ApiShop, apiShopSecret, createApiShop } from '#tests/fixtures/api.ts';
import { namedEndpoints } from '#tests/fixtures/context.ts';
import { validInput } from '#tests/fixtures/inputs.ts';

let shop: ApiShop;
beforeAll(async () => {
  shop = await createApiShop();
});
afterAll(() => shop.close());

const keyOf = (secret: string) => new TextEncoder().encode(secret);
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Forged and altered tokens, by their defect. */
async function badTokens({
  id,
  sessionId,
  accessToken,
  refreshToken,
}: Account): Promise<Record<string, string>> {
  const claims = { sub: id, sid: sessionId, iss: 'tokri', aud: 'tokri-api', exp: 9e9 };
  const sign = (changed: Record<string, unknown>, secret = apiShopSecret, alg = 'HS256') =>
    new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg }).sign(keyOf(secret));
  // Shows that the tokens below are rejected because of their defect only.
  expect(await shop.context.tokens.verify(await sign({}))).toEqual({ userId: id, sessionId });
  const [header = '', payload = '', signature = ''] = accessToken.split('.');
  return {
    'a refresh token': refreshToken,
    'cut short': accessToken.slice(0, -1),
    'no signature': `${header}.${payload}.`,
    'a replaced payload': `${header}.${base64url({ ...claims, sub: newId() })}.${signature}`,
    'a header with the algorithm none': `${base64url({ alg: 'none' })}.${payload}.${signature}`,
    'alg none': new UnsecuredJWT(claims).encode(),
    'another secret': await sign({}, `${apiShopSecret}!`),
    'another algorithm': await sign({}, apiShopSecret.repeat(2), 'HS512'),
    'another issuer': await sign({ iss: 'bazaar' }),
    'another audience': await sign({ aud: 'verify-email' }),
    'an expired token': await sign({ exp: 1 }),
    'no end': await sign({ exp: undefined }),
    'no session': await sign({ sid: undefined }),
    'no shopper': await sign({ sub: undefined }),
    nonsense: 'a.b.c',
  };
}

const guarded = namedEndpoints.filter(({ audience }) => audience !== 'anyone');

test.each(guarded.map(({ name }) => [name]))('%s rejects every invalid token', async (name) => {
  const user = await shop.openAccount(endpoints[name].audience === 'admin' ? 'ADMIN' : 'USER');
  const input = await validInput(shop, name, user);
  for (const [what, bearer] of Object.entries(await badTokens(user))) {
    const { status, code } = await shop.send(name, input, bearer);
    expect([status, code], what).toEqual([401, 'UNAUTHENTICATED']);
  }
  expect((await shop.send(name, input, user.accessToken)).status).toBeLessThan(300);
});

test('only its own refresh token refreshes a session', async () => {
  const user = await shop.openAccount();
  const { 'a refresh token': good = '', ...bad } = await badTokens(user);
  for (const bearer of [...Object.values(bad), user.accessToken]) {
    const { status, code } = await shop.send('refreshToken', {}, bearer);
    expect([status, code], bearer).toEqual([401, 'BAD_REFRESH_TOKEN']);
  }
  expect((await shop.send('refreshToken', {}, good)).status).toBe(200);
});

test('a public endpoint ignores an invalid token', async () => {
  const user = await shop.openAccount();
  for (const bearer of Object.values(await badTokens(user))) {
    expect((await shop.send('searchProducts', { search: 'milk' }, bearer)).status).toBe(200);
    const input = await validInput(shop, 'forgotPassword', user);
    expect((await shop.send('forgotPassword', input, bearer)).status).toBe(200);
  }
});

test('ends the session with all of its tokens when a refresh token is used again after its successor', async () => {
  const user = await shop.openAccount();
  const { data: successor } = await shop.send('refreshToken', {}, user.refreshToken);
  const { data } = await shop.send('refreshToken', {}, successor.refreshToken ?? '');
  await shop.context.db.query(sql`
    update refresh_token set rotated_at = rotated_at - interval '1 minute'
    where session_id = ${user.sessionId}`);
  for (const bearer of [user.refreshToken, data.refreshToken ?? ''])
    expect((await shop.send('refreshToken', {}, bearer)).code).toBe('BAD_REFRESH_TOKEN');
  for (const bearer of [user.accessToken, data.accessToken ?? ''])
    expect((await shop.send('listCartLines', {}, bearer)).code).toBe('UNAUTHENTICATED');
});
