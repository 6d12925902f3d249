import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleLinks } from '#contract/store/store-identity.ts';
import { ConfigurationError, readConfig, settingNames } from './config.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-config-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('with nothing set but a folder, everything has a default', async () => {
  const config = await readConfig({ DATA_DIR: directory });
  expect(config).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' });
  expect(config.RATE_LIMITS).toBe(true);
});

test('only a store with the demo catalogue has example links in its footer', async () => {
  const { SOCIAL_LINKS: ofDemo } = await readConfig({ DATA_DIR: directory });
  expect(ofDemo).toEqual(exampleLinks);
  const variables = {
    DATA_DIR: directory,
    DEMO_CATALOGUE: 'off',
    INSTAGRAM_URL: 'https://instagram.com/mine',
  };
  const { SOCIAL_LINKS: own } = await readConfig(variables);
  expect(own).toEqual({ facebook: '', instagram: 'https://instagram.com/mine', linkedin: '' });
});

test('reports every invalid variable in a separate line with the expected form', async () => {
  const variables = {
    DATA_DIR: directory,
    PORT: 'eighty',
    RATE_LIMITS: 'no',
    LOG_LEVEL: 'loud',
    PUBLIC_URL: 'shop.example',
  };
  const error = await readConfig(variables).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(error instanceof ConfigurationError && error.lines).toEqual([
    'PORT: must be a port from 1 to 65535, but is "eighty".',
    'PUBLIC_URL: must be an http:// or https:// address, but is "shop.example".',
    'RATE_LIMITS: must be on or off, but is "no".',
    'LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent, but is "loud".',
  ]);
});

test('a mistake in a secret does not repeat it', async () => {
  const variables = { DATA_DIR: directory, AUTH_SECRET: 'too short', DATABASE_URL: 'mysql://me:pw@db/shop' };
  const error = await readConfig(variables).catch((thrown: unknown) => thrown);
  expect(String(error)).toContain('AUTH_SECRET: must be of 32 characters at least');
  expect(String(error)).not.toMatch(/too short|pw@db/);
});

test('the check of certificates cannot be switched off', async () => {
  const variables = { DATA_DIR: directory, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const error = await readConfig(variables).catch((thrown: unknown) => thrown);
  expect(String(error)).toContain('NODE_TLS_REJECT_UNAUTHORIZED: must not be 0');
});

test('the password of the mail server is not repeated', async () => {
  const variables = { DATA_DIR: directory, SMTP_URL: 'http://me:hunter2@mail.example' };
  const error = await readConfig(variables).catch((thrown: unknown) => thrown);
  expect(String(error)).toContain('SMTP_URL: must be an smtp:// or smtps:// address, but is something else.');
});

test('mails are from the shop and its contact address, or from whom it is told', async () => {
  const given = { DATA_DIR: directory, SHOP_NAME: 'Basket', CONTACT_EMAIL: 'care@basket.example' };
  expect((await readConfig(given)).MAIL_FROM).toEqual({ name: 'Basket', address: 'care@basket.example' });
  const told = await readConfig({ ...given, MAIL_FROM: 'Orders <orders@basket.example>' });
  expect(told.MAIL_FROM).toEqual({ name: 'Orders', address: 'orders@basket.example' });
  const error = await readConfig({ ...given, MAIL_FROM: 'Orders' }).catch((thrown: unknown) => thrown);
  expect(String(error)).toContain('MAIL_FROM: must be an email address');
});

test('the public address is a place alone, written as browsers write it', async () => {
  const publicUrl = async (PUBLIC_URL: string) =>
    (await readConfig({ DATA_DIR: directory, PUBLIC_URL })).PUBLIC_URL;
  expect(await publicUrl('HTTPS://Shop.Example:443/')).toBe('https://shop.example');
  expect(await publicUrl('http://192.168.1.7:3000')).toBe('http://192.168.1.7:3000');
  // The pages lie at the root: each link that the shop writes would lead to nothing.
  for (const given of [
    'https://shop.example/store',
    'https://shop.example/?a=1',
    'https://me:pw@shop.example',
  ])
    await expect(publicUrl(given)).rejects.toThrow(
      'PUBLIC_URL: must be an address without a path, such as https://shop.example',
    );
});

test('a database address without a server is named', async () => {
  for (const DATABASE_URL of ['postgres://', 'postgres:///shop'])
    await expect(readConfig({ DATA_DIR: directory, DATABASE_URL })).rejects.toThrow(
      'DATABASE_URL: must be a postgres:// address of a server',
    );
});

test('another address of the database needs that of the database', async () => {
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_SESSION_URL'])
    await expect(readConfig({ DATA_DIR: directory, [name]: 'postgres://localhost/shop' })).rejects.toThrow(
      `DATABASE_URL: required with ${name}.`,
    );
});

test('a secret that is gone is named with its file', async () => {
  await writeFile(join(directory, 'auth-secret'), '');
  const error = await readConfig({ DATA_DIR: directory }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(String(error)).toContain(`DATA_DIR: ${directory}/auth-secret contains no valid secret`);
});

test('an empty value counts as not set', async () => {
  expect((await readConfig({ DATA_DIR: directory, PORT: '' })).PORT).toBe(3000);
});

test('the secret is generated once, and only its owner may read it', async () => {
  const first = await readConfig({ DATA_DIR: directory });
  const second = await readConfig({ DATA_DIR: directory });
  expect(second.AUTH_SECRET).toBe(first.AUTH_SECRET);
  expect((await stat(join(directory, 'auth-secret'))).mode & 0o777).toBe(0o600);
});

test('in production an external database needs a secret that all processes share', async () => {
  const variables = { DATA_DIR: directory, NODE_ENV: 'production', DATABASE_URL: 'postgres://db/shop' };
  await expect(readConfig(variables)).rejects.toThrow('AUTH_SECRET');
});

test('the README tells of every setting', async () => {
  const readme = await readFile(join(import.meta.dirname, '..', 'README.md'), 'utf8');
  const untold = settingNames.filter((name) => name !== 'NODE_ENV' && !readme.includes(`\`${name}\``));
  expect(untold).toEqual([]);
});

test('the time zone is one that Node and the database take for the same', async () => {
  for (const SHOP_TIME_ZONE of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])
    expect(await readConfig({ DATA_DIR: directory, SHOP_TIME_ZONE })).toMatchObject({ SHOP_TIME_ZONE });
  expect(await readConfig({ DATA_DIR: directory })).toMatchObject({ SHOP_TIME_ZONE: 'Asia/Kolkata' });
  // IST is India's for Node and Israel's for PostgreSQL; +05:30 lies east for one and west for the other.
  for (const SHOP_TIME_ZONE of ['IST', '+05:30', 'Asia/Atlantis', "Asia/Kolkata'; --"]) {
    const error = await readConfig({ DATA_DIR: directory, SHOP_TIME_ZONE }).catch(String);
    expect(error).toContain('SHOP_TIME_ZONE: must be a time zone such as Asia/Kolkata or UTC');
  }
});

const stripeKeys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

test.each([
  [undefined, undefined, 'sandbox'],
  [undefined, 'http://localhost:8080', 'sandbox'],
  [undefined, 'http://127.0.0.1:3000', 'sandbox'],
  [undefined, 'http://[::1]:3000', 'sandbox'],
  [undefined, 'https://shop.example', 'cash'],
  [undefined, 'http://shop.example', 'cash'],
  [undefined, 'https://localhost', 'cash'],
  [undefined, 'http://127.0.0.1.shop.example', 'cash'],
  [undefined, 'http://localhost.shop.example', 'cash'],
  [undefined, 'http://192.168.1.20', 'cash'],
  ['', 'https://shop.example', 'cash'],
  ['cash', undefined, 'cash'],
  ['sandbox', 'http://localhost:8080', 'sandbox'],
  ['sandbox-in-public', 'https://shop.example', 'sandbox'],
  ['sandbox-in-public', undefined, 'sandbox'],
])('PAYMENTS=%s with PUBLIC_URL=%s takes payments by %s', async (PAYMENTS, PUBLIC_URL, expected) => {
  const variables = { DATA_DIR: directory, PAYMENTS, PUBLIC_URL };
  expect((await readConfig(variables)).PAYMENTS).toBe(expected);
});

test.each(['https://shop.example', 'http://shop.example', 'http://192.168.1.20', 'https://localhost'])(
  'PAYMENTS=sandbox is refused with the public address %s',
  async (PUBLIC_URL) => {
    const error = await readConfig({ DATA_DIR: directory, PAYMENTS: 'sandbox', PUBLIC_URL }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error instanceof ConfigurationError && error.lines).toEqual([
      `PAYMENTS: sandbox moves no money, and PUBLIC_URL is ${PUBLIC_URL}. Set stripe or razorpay for real payments, cash for cash on delivery only, or sandbox-in-public for a demonstration.`,
    ]);
  },
);

test('PAYMENTS=stripe takes real cards with all three keys', async () => {
  const config = await readConfig({ DATA_DIR: directory, PAYMENTS: 'stripe', ...stripeKeys });
  expect(config).toMatchObject({ PAYMENTS: 'stripe', ...stripeKeys });
});

test.each([
  [
    {},
    ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'].map(
      (name) => `${name}: required with PAYMENTS=stripe.`,
    ),
  ],
  [
    { ...stripeKeys, STRIPE_SECRET_KEY: 'sk_live_1' },
    ['STRIPE_PUBLISHABLE_KEY: must be of the same mode as STRIPE_SECRET_KEY: both test or both live.'],
  ],
  [
    { ...stripeKeys, STRIPE_WEBHOOK_SECRET: 'hunter2' },
    ['STRIPE_WEBHOOK_SECRET: must be a secret that begins with whsec_, but is something else.'],
  ],
])('real payments with %o cannot work', async (given: Record<string, string>, lines) => {
  const variables = { DATA_DIR: directory, PAYMENTS: 'stripe', ...given };
  const error = await readConfig(variables).catch((thrown: unknown) => thrown);
  expect(error instanceof ConfigurationError && error.lines).toEqual(lines);
});

test('PAYMENTS=razorpay needs all three keys, and never repeats one', async () => {
  const keys = {
    ...{ RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'hunter2' },
    RAZORPAY_WEBHOOK_SECRET: 'a long secret',
  };
  const read = (given: Record<string, string>) =>
    readConfig({ DATA_DIR: directory, PAYMENTS: 'razorpay', ...given });
  expect(await read(keys)).toMatchObject({ PAYMENTS: 'razorpay', ...keys });
  const linesOf = async (given: Record<string, string>) => {
    const error = await read(given).catch((thrown: unknown) => thrown);
    return error instanceof ConfigurationError && error.lines;
  };
  expect(await linesOf({})).toEqual(
    Object.keys(keys).map((name) => `${name}: required with PAYMENTS=razorpay.`),
  );
  expect(await linesOf({ ...keys, RAZORPAY_KEY_ID: 'hunter2' })).toEqual([
    'RAZORPAY_KEY_ID: must be a key id that begins with rzp_test_ or rzp_live_, but is something else.',
  ]);
});

test('metrics need a token, generated if none is given, unless they have their own port', async () => {
  const { METRICS_TOKEN } = await readConfig({ DATA_DIR: directory });
  expect(METRICS_TOKEN).toMatch(/^[0-9a-f]{64}$/);
  expect(await readFile(join(directory, 'metrics-token'), 'utf8')).toBe(METRICS_TOKEN);
  expect((await readConfig({ DATA_DIR: directory, METRICS_PORT: '9464' })).METRICS_TOKEN).toBeNull();
  const token = 'given by the operator';
  const given = { DATA_DIR: directory, METRICS_PORT: '9464', METRICS_TOKEN: token };
  expect((await readConfig(given)).METRICS_TOKEN).toBe(token);
  await expect(readConfig({ ...given, METRICS_TOKEN: 'short' })).rejects.toThrow(
    'METRICS_TOKEN: must be of 16',
  );
});
