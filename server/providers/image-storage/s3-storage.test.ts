import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BucketServer, openBucketServer } from '#tests/fixtures/servers/s3.ts';
import { createImageStorage } from './create-image-storage.ts';
import type { ImageStorage } from './image-storage.ts';
import { bucketUrl, openBucket, s3ImageStorage } from './s3-storage.ts';

let server: BucketServer;
let logged: string[];
let log: pino.Logger;
beforeEach(async () => {
  server = await openBucketServer();
  logged = [];
  log = pino({}, { write: (line: string) => logged.push(line) });
});
afterEach(() => server.close());

const key = 'abcdefghij0123456789/320.avif';
const place = `ab/${key}`;
const image = Buffer.from('an image');
const away = { code: 'UNAVAILABLE', status: 503, retryAfterSeconds: 5 };

// For what has to wait for it; other requests are answered sooner, also on a slow machine.
const shortMs = 3_000;

function openStore(settings = {}, timeoutMs = 60_000, cooldownMs = 0): ImageStorage {
  return s3ImageStorage(openBucket({ ...server.settings, ...settings }, timeoutMs), { log, cooldownMs });
}

test('retries after a broken connection or a transient error, without logging', async () => {
  const store = openStore();
  for (const fault of [
    'cut',
    { status: 503, code: 'SlowDown' },
    { status: 500, code: 'InternalError' },
  ] as const) {
    server.asked.length = 0;
    server.fault = () => (server.asked.length === 1 ? fault : null);
    await store.put(key, image);
    server.asked.length = 0;
    expect(await store.find(key)).toEqual(image);
    expect(server.asked).toEqual([`GET ${place}`, `GET ${place}`]);
  }
  expect(logged).toEqual([]);
});

test('fails when the connection breaks within an image', async () => {
  server.fault = () => 'half';
  await expect(openStore().find(key)).rejects.toMatchObject(away);
});

test.each(['cut', 'silence', { status: 503, code: 'ServiceUnavailable' }] as const)(
  'reports UNAVAILABLE while the bucket fails (%j), and works again afterwards',
  async (fault) => {
    const store = openStore({}, fault === 'silence' ? shortMs : undefined);
    server.fault = () => fault;
    await expect(store.put(key, image)).rejects.toMatchObject(away);
    await expect(store.find(key)).rejects.toMatchObject(away);
    expect(server.things.size).toBe(0);
    server.fault = () => null;
    await store.put(key, image);
    expect(await store.find(key)).toEqual(image);
  },
);

test('reports UNAVAILABLE when the connection is refused', async () => {
  const { settings } = server;
  await server.close();
  await expect(openStore(settings).find(key)).rejects.toMatchObject(away);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('ECONNREFUSED');
  server = await openBucketServer();
});

test('fails hundreds of requests at once during the cooldown, and logs the failure once', async () => {
  const store = openStore({}, shortMs, 60_000);
  server.fault = () => 'silence';
  const asking = Array.from({ length: 400 }, () => store.find(key));
  const outcomes = await Promise.allSettled(asking);
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  // As many as may ask at once, and none of those behind them.
  expect(server.asked).toHaveLength(16);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('The image bucket is unavailable: no response within 3 s');
});

test('one slow image does not start the cooldown when others respond', async () => {
  const store = openStore({}, shortMs, 60_000);
  await store.put(key, image);
  server.fault = (asked) => (asked === `GET ${place}` ? 'silence' : null);
  const slow = expect(store.find(key)).rejects.toMatchObject(away);
  const other = 'another0123456789ABCDE/320.avif';
  await store.put(other, image);
  await slow;
  expect(await store.find(other)).toEqual(image);
});

test('rejects requests beyond 16 running and 500 waiting', async () => {
  const store = openStore();
  await store.put(key, image);
  const outcomes = await Promise.allSettled(Array.from({ length: 600 }, () => store.find(key)));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toHaveLength(600 - 516);
  for (const reason of refused) expect(reason).toMatchObject(away);
});

const mistakes: [string, object, string][] = [
  ['another secret', { secretAccessKey: 'hunter2-hunter2' }, 'SignatureDoesNotMatch'],
  ['an unknown key', { accessKeyId: 'unknown-key' }, 'InvalidAccessKeyId'],
  ['another region', { region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
  ['a bucket that is not there', { bucket: 'elsewhere' }, 'NoSuchBucket'],
];

test.each(mistakes)('opening with %s fails with the reason', async (_name, wrong, code) => {
  const settings = { ...server.settings, ...wrong };
  const opening = createImageStorage({ DATA_DIR: '/nowhere', IMAGE_BUCKET: settings }, log);
  const line = `Bucket ${settings.bucket} at ${settings.endpoint} denied access to images (${code}: A word about it.)`;
  await expect(opening).rejects.toThrow(line);
  expect(server.things.size).toBe(0);
});

test.each(mistakes)('%s is UNAVAILABLE, not a missing image', async (_name, wrong, code) => {
  const store = openStore(wrong);
  await expect(store.find(key)).rejects.toMatchObject(away);
  await expect(store.put(key, image)).rejects.toMatchObject(away);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain(code);
  expect(logged[0]).toContain('"level":50');
});

test('opening fails when the key may only read', async () => {
  server.fault = (asked) => (asked.startsWith('PUT') ? { status: 403, code: 'AccessDenied' } : null);
  const opening = createImageStorage({ DATA_DIR: '/nowhere', IMAGE_BUCKET: server.settings }, log);
  await expect(opening).rejects.toThrow('AccessDenied');
});

test('opening fails when the key may not list, because missing images then look forbidden', async () => {
  server.fault = (asked) => (asked.startsWith('GET') ? { status: 403, code: 'AccessDenied' } : null);
  const opening = createImageStorage({ DATA_DIR: '/nowhere', IMAGE_BUCKET: server.settings }, log);
  await expect(opening).rejects.toThrow('AccessDenied');
});

test('opens while the bucket is unavailable, and works when it is back', async () => {
  server.fault = () => ({ status: 503, code: 'ServiceUnavailable' });
  const store = await createImageStorage({ DATA_DIR: '/nowhere', IMAGE_BUCKET: server.settings }, log);
  expect(logged.join()).toContain(
    'does not respond; images are unavailable (ServiceUnavailable: A word about it.)',
  );
  server.fault = () => null;
  await store.put(key, image);
  expect(await store.find(key)).toEqual(image);
});

test('does not follow a redirect, because the signature is for one host', async () => {
  server.fault = () => ({ status: 301, code: 'PermanentRedirect', message: 'Please ask eu-west-1.' });
  await expect(openStore().find(key)).rejects.toMatchObject(away);
  expect(logged[0]).toContain('PermanentRedirect: Please ask eu-west-1.');
});

test('does not read an object larger than 16 MB into memory', async () => {
  server.things.set(place, { bytes: Buffer.alloc(17 * 1024 * 1024), contentType: 'image/avif' });
  await expect(openStore().find(key)).rejects.toMatchObject(away);
  expect(server.asked).toHaveLength(1);
});

test('logs neither key nor secret', async () => {
  const store = openStore({ secretAccessKey: 'hunter2-hunter2' });
  await expect(store.find(key)).rejects.toMatchObject(away);
  server.fault = () => 'cut';
  await expect(store.find(key)).rejects.toMatchObject(away);
  expect(logged).toHaveLength(2);
  expect(logged.join()).not.toMatch(/hunter2|ID-of-the-tests|Signature=/);
});

test.each([
  [{ endpoint: 'https://s3.eu-central-1.amazonaws.com' }, 'https://s3.eu-central-1.amazonaws.com/images/'],
  [{ endpoint: 'http://minio:9000/' }, 'http://minio:9000/images/'],
  [{ endpoint: 'https://store.example/storage/v1/s3' }, 'https://store.example/storage/v1/s3/images/'],
  [{ endpoint: 'https://s3.example', usesPathStyle: false }, 'https://images.s3.example/'],
  [{ endpoint: 'https://s3.example:8443/in/', usesPathStyle: false }, 'https://images.s3.example:8443/in/'],
])('with %o objects are below %s', (given, address) => {
  expect(bucketUrl({ ...server.settings, ...given })).toBe(address);
});
