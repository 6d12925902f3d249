import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PushBrowser, readVapid, startPushService } from '#tests/fixtures/push.ts';
import {
  createPushSender,
  generatePushKeys,
  isPublicAddress,
  PushEndpointError,
  PushExpiredError,
  PushRejectedError,
} from './push-service.ts';

/** What hosts resolve to; others do not exist. */
const hosts = new Map<string, string[]>();
vi.mock('node:dns', async (original) => ({
  ...(await original<typeof import('node:dns')>()),
  lookup: (host: string, _options: unknown, callback: (error: unknown, addresses: unknown[]) => void) => {
    const addresses = hosts.get(host);
    if (addresses === undefined) return callback(Object.assign(new Error(host), { code: 'ENOTFOUND' }), []);
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  },
}));

let pushService: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  pushService = await startPushService();
});
afterAll(() => pushService.stop());
beforeEach(() => {
  pushService.service.status = 201;
  pushService.service.beforeAnswer = async () => {};
  pushService.received.length = 0;
});

const keys = generatePushKeys();
const open = (testOrigin?: string) => createPushSender({ keys, subject: 'https://shop.example', testOrigin });
const toRecipient = ({ subscription: { endpoint, keys: own } }: PushBrowser) => ({ endpoint, ...own });
const options = { ttlSeconds: 60, topic: 'order1', signal: new AbortController().signal };

test('a message is encrypted for its browser and signed with the key of the shop', async () => {
  const browser = new PushBrowser(pushService.origin);
  await open(pushService.origin).send(toRecipient(browser), '{"number":"T-1"}', options);
  const [received] = pushService.received;
  expect(browser.decrypt(received?.body ?? Buffer.alloc(0))).toBe('{"number":"T-1"}');
  expect(received?.body.toString('latin1')).not.toContain('T-1');
  expect(received?.headers).toMatchObject({ ttl: '60', topic: 'order1', urgency: 'high' });
  const { authorization = '' } = received?.headers ?? {};
  expect(authorization).toContain(`k=${keys.publicKey}`);
  expect(readVapid(authorization)).toMatchObject({ aud: pushService.origin, sub: 'https://shop.example' });
});

test.each([
  [404, PushExpiredError],
  [410, PushExpiredError],
  [400, PushRejectedError],
  [413, PushRejectedError],
  [307, PushRejectedError],
])('the answer %i is final, and no redirect is followed', async (status, expected) => {
  pushService.service.status = status;
  const sending = open(pushService.origin).send(
    toRecipient(new PushBrowser(pushService.origin)),
    'x',
    options,
  );
  await expect(sending).rejects.toThrow(expected);
  expect(pushService.received).toHaveLength(1);
});

test.each([429, 500, 503])('the answer %i may pass', async (status) => {
  pushService.service.status = status;
  const sending = open(pushService.origin).send(
    toRecipient(new PushBrowser(pushService.origin)),
    'x',
    options,
  );
  await expect(sending).rejects.toThrow(String(status));
  await expect(sending).rejects.not.toThrow(PushRejectedError);
});

test('a push service that does not answer is given up when the process stops', async () => {
  const stopping = new AbortController();
  pushService.service.beforeAnswer = async () => {
    stopping.abort();
    await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
  };
  const recipient = toRecipient(new PushBrowser(pushService.origin));
  const sending = open(pushService.origin).send(recipient, 'x', { ...options, signal: stopping.signal });
  await expect(sending).rejects.toThrow(/abort/i);
});

test.each([
  'http://push.example/x',
  'https://push.example:8443/x',
  'https://me:secret@push.example/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://[::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/x',
  'https://intranet/x',
  'https://rebound.example/x',
  'https://half.example/x',
  'ftp://push.example/x',
  'file:///etc/passwd',
])('nothing is sent to %s', async (endpoint) => {
  hosts.set('push.example', ['142.250.1.1']);
  hosts.set('localhost', ['127.0.0.1']);
  hosts.set('intranet', ['10.1.2.3']);
  hosts.set('rebound.example', ['::ffff:127.0.0.1']);
  hosts.set('half.example', ['142.250.1.1', '192.168.0.7']);
  const recipient = { ...toRecipient(new PushBrowser('https://push.example')), endpoint };
  await expect(open().checkRecipient(recipient)).rejects.toThrow(PushEndpointError);
  await expect(open().send(recipient, 'x', options)).rejects.toThrow(PushEndpointError);
});

test('a host that resolves to a private address after it was checked is not connected to', async () => {
  hosts.set('turning.example', ['142.250.1.1']);
  const recipient = toRecipient(new PushBrowser('https://turning.example'));
  await open().checkRecipient(recipient);
  hosts.set('turning.example', ['127.0.0.1']);
  await expect(open().send(recipient, 'x', options)).rejects.toThrow(PushEndpointError);
});

test('a fake push service on this machine is refused unless it is configured', async () => {
  const recipient = toRecipient(new PushBrowser(pushService.origin));
  await expect(open().checkRecipient(recipient)).rejects.toThrow(PushEndpointError);
  await expect(open('http://127.0.0.1:1').send(recipient, 'x', options)).rejects.toThrow(PushEndpointError);
  expect(pushService.received).toEqual([]);
});

test('a key that is no point of the curve is refused', async () => {
  hosts.set('push.example', ['142.250.1.1']);
  const recipient = toRecipient(new PushBrowser('https://push.example'));
  await open().checkRecipient(recipient);
  const broken = { ...recipient, p256dh: `B${'A'.repeat(86)}` };
  await expect(open().checkRecipient(broken)).rejects.toThrow(PushEndpointError);
});

test('only addresses of the internet are public', () => {
  const hidden =
    '0.0.0.0 10.0.0.1 100.64.0.1 127.9.9.9 169.254.1.1 172.16.0.1 192.0.2.1 192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255 ' +
    '::1 :: fe80::1 fd00::1 ff02::1 64:ff9b::a00:1 2002:a00:1:: 2001:db8::1 ::ffff:192.168.0.1 fec0::1 nonsense';
  expect(hidden.split(' ').filter(isPublicAddress)).toEqual([]);
  expect(['8.8.8.8', '142.250.1.1', '2a00:1450:4001::5e'].every(isPublicAddress)).toBe(true);
});
