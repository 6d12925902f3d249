import { ECDH } from 'node:crypto';
import { lookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import webPush from 'web-push';

/** The key pair by which push services know the shop (VAPID), in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

export function generatePushKeys(): PushKeys {
  return webPush.generateVAPIDKeys();
}

/** A browser at a push service, with the keys for which its messages are encrypted. */
export interface PushRecipient {
  endpoint: string;
  p256dh: string;
  auth: string;
}

interface PushOptions {
  /** How long the push service keeps the message for a browser that is away. */
  ttlSeconds: number;
  /**
   * A later message with the same topic replaces one that waits at the push service: at most 32 characters of
   * base64url.
   */
  topic: string;
}

/** The push service does not know the browser any more. */
export class PushExpiredError extends Error {
  override name = 'PushExpiredError';
}

/** The push service rejects the message, now and at each further attempt. */
export class PushRejectedError extends Error {
  override name = 'PushRejectedError';
}

/** The endpoint is not the https address of a public host. */
export class PushEndpointError extends Error {
  override name = 'PushEndpointError';
}

/** Sends messages to browsers through the push services that their makers run. */
export interface PushSender {
  publicKey: string;
  /**
   * Throws `PushEndpointError` when nothing may be sent there, and another error when its host cannot be resolved
   * now.
   */
  checkRecipient(recipient: PushRecipient): Promise<void>;
  /**
   * Sends one encrypted message. Throws `PushExpiredError`, `PushRejectedError`, `PushEndpointError`, and another
   * error for a failure that may pass.
   */
  send(
    recipient: PushRecipient,
    payload: string,
    options: PushOptions & { signal: AbortSignal },
  ): Promise<void>;
}

interface SenderOptions {
  keys: PushKeys;
  /** Whom a push service can ask about the messages: an https address, or `mailto:`. */
  subject: string;
  /** The origin of a push service of tests, which may be http and private. */
  testOrigin?: string | undefined;
}

const timeoutMs = 10_000;

/**
 * A browser names the address to which the server connects, so only https on port 443 of public hosts is allowed,
 * redirects are not followed, and the time is short. The address is checked by the connection itself: a name that
 * resolves to another one later does not help.
 */
export function createPushSender({ keys, subject, testOrigin }: SenderOptions): PushSender {
  const isForTests = (url: URL) => testOrigin !== undefined && url.origin === testOrigin;
  return {
    publicKey: keys.publicKey,
    async checkRecipient({ endpoint, p256dh }) {
      const url = new URL(endpoint);
      requireCurvePoint(p256dh);
      if (isForTests(url)) return;
      requirePublicUrl(url);
      await new Promise<void>((resolve, reject) =>
        lookUpPublic(url.hostname, { all: true }, (error) => (error === null ? resolve() : reject(error))),
      );
    },
    async send({ endpoint, p256dh, auth }, payload, { ttlSeconds, topic, signal }) {
      const url = new URL(endpoint);
      const isTest = isForTests(url);
      if (!isTest) requirePublicUrl(url);
      const { cipherText } = webPush.encrypt(p256dh, auth, payload, 'aes128gcm');
      const { publicKey, privateKey } = keys;
      const { Authorization } = webPush.getVapidHeaders(
        ...([url.origin, subject, publicKey, privateKey, 'aes128gcm'] as const),
      );
      const headers = {
        Authorization,
        TTL: ttlSeconds,
        Topic: topic,
        Urgency: 'high',
        'Content-Type': 'application/octet-stream',
        'Content-Encoding': 'aes128gcm',
        'Content-Length': cipherText.length,
      };
      const limits = { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) };
      const status = await new Promise<number>((resolve, reject) => {
        const onResponse = (response: IncomingMessage) => {
          // The body is not read: it may be endless.
          response.destroy();
          resolve(response.statusCode ?? 0);
        };
        // Without the sockets of other requests, which have not resolved the host in this way.
        const options = { method: 'POST', headers, agent: false, ...limits } as const;
        const request = isTest
          ? http.request(url, options, onResponse)
          : https.request(url, { ...options, lookup: lookUpPublic }, onResponse);
        request.on('error', reject).end(cipherText);
      });
      requireSuccess(status, url.host);
    },
  };
}

function requireSuccess(status: number, host: string): void {
  if (status >= 200 && status < 300) return;
  const answer = `The push service ${host} answered ${status}.`;
  if (status === 404 || status === 410) throw new PushExpiredError(answer);
  if (status === 429 || status >= 500) throw new Error(answer);
  throw new PushRejectedError(answer);
}

/** Throws `PushEndpointError` unless the text is a point of the curve: encryption would fail for any other. */
function requireCurvePoint(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
  } catch {
    throw new PushEndpointError('The public key is not a point of the curve.');
  }
}

function requirePublicUrl({ protocol, hostname, port, username, password }: URL): void {
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0;
  if (protocol !== 'https:' || port !== '' || `${username}${password}` !== '' || isAddress)
    throw new PushEndpointError('The endpoint is not an https address of a host.');
}

/** Resolves a host. Fails with `PushEndpointError` when it does not exist or any of its addresses is not public. */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error?.code === 'ENOTFOUND')
      return callback(new PushEndpointError('The host of the endpoint does not exist.'), []);
    if (error !== null) return callback(error, []);
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new PushEndpointError('The host of the endpoint is not public.'), []);
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

const globalIPv6 = ipaddr.parseCIDR('2000::/3');

/** Whether an address belongs to the internet: not to this machine, a private network, a tunnel or a documentation. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalIPv6));
}
