import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect as openSocket, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import { uploadAvatar } from '#contract/identity/account.ts';
import { maximumUploadBytes } from '#contract/images/image.ts';
import { uploadFile } from '#contract/images/upload.ts';
import { registerUploadRoutes } from '#server/app/api.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { formWith, putInPieces } from '#tests/fixtures/files.ts';
import { addShopper } from '#tests/fixtures/seed.ts';
import { registerErrorHandler, rejectMalformedRequest } from './errors.ts';
import { route } from './route.ts';

const path = '/api/user/upload-avatar';
const boundary = 'a-boundary-of-the-tests';
const formType = `multipart/form-data; boundary=${boundary}`;

const { db } = await openTestDatabase();
let authorization: string;
let app: FastifyInstance;
let url: string;
let received: Uint8Array[];
let tries: string[];
let mostTries: number;
let networks: string[];
let mostOfNetwork: number;
let beforeAnswer: () => Promise<void>;

beforeEach(async () => {
  received = [];
  tries = [];
  mostTries = Number.POSITIVE_INFINITY;
  networks = [];
  mostOfNetwork = Number.POSITIVE_INFINITY;
  beforeAnswer = async () => {};
  const plain = testContext(db);
  const limitOf = (taken: string[], most: () => number) => ({
    take: async (key: string) => {
      if (taken.length >= most()) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 7 });
      taken.push(key);
    },
    returnAttempt: async () => {},
  });
  const rateLimits = {
    uploadAvatar: limitOf(tries, () => mostTries),
    uploadAvatarOfNetwork: limitOf(networks, () => mostOfNetwork),
  };
  const context = { ...plain, rateLimits: { ...plain.rateLimits, ...rateLimits } };
  const userId = await addShopper(db);
  authorization = `Bearer ${(await startSession(context, userId)).accessToken}`;
  // The handlers ignore the file.
  const keep = route(
    uploadAvatar,
    async (_context, { avatar }) => {
      received.push(avatar);
      await beforeAnswer();
      return { message: 'Thank you.', data: { avatar: String(avatar.length) } };
    },
    { uploadLimits: { account: 'uploadAvatar', network: 'uploadAvatarOfNetwork' } },
  );
  app = Fastify({ clientErrorHandler: rejectMalformedRequest, forceCloseConnections: true });
  registerErrorHandler(app);
  const keepOfStaff = route(uploadFile, async (_context, { image }) => {
    return { message: 'Thank you.', data: { url: String(image.length) } };
  });
  registerUploadRoutes(app, context, [keep, keepOfStaff]);
  url = `${await app.listen({ port: 0, host: '127.0.0.1' })}${path}`;
});
afterEach(() => app.close());

async function put(body: RequestInit['body'], headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'PUT',
    body: body ?? null,
    headers: { authorization, ...headers },
  });
  return { status: response.status, answer: await response.json(), headers: response.headers };
}

const bytes = (length: number) => new Uint8Array(length).map((_value, index) => (index * 31) % 251);
const part = (head: string, content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const filePart = part('name="avatar"; filename="me.png"', 'an image');
const end = `--${boundary}--\r\n`;

async function openConnection(): Promise<Socket> {
  const socket = openSocket({ port: Number(new URL(url).port), host: '127.0.0.1' });
  await once(socket, 'connect');
  return socket;
}

const head = (length: number, who = `Authorization: ${authorization}\r\n`) =>
  `PUT ${path} HTTP/1.1\r\nHost: a\r\n${who}Content-Type: ${formType}\r\nContent-Length: ${length}\r\n\r\n`;

/** Disconnects and waits until the server has noticed. */
async function leave(socket: Socket, request: IncomingMessage): Promise<void> {
  const noticed = new Promise((resolve) => request.once('close', resolve));
  socket.destroy();
  await noticed;
}

/** Status and code of the next response on a connection. */
async function nextAnswer(socket: Socket): Promise<[string | undefined, string | undefined]> {
  let heard = '';
  while (!heard.includes('}')) {
    const [chunk] = await once(socket, 'data');
    heard += String(chunk);
  }
  return [/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1], /"code":"([A-Z_]+)"/.exec(heard)?.[1]];
}

test('passes the bytes of the file to the handler', async () => {
  const file = bytes(300_000);
  const { status, answer } = await put(formWith('avatar', file));
  expect([status, answer]).toEqual([
    200,
    { success: true, error: false, message: 'Thank you.', data: { avatar: '300000' } },
  ]);
  expect(Buffer.from(received[0] ?? []).equals(file)).toBe(true);
});

test('accepts a file of exactly 5 MB and rejects one byte more', async () => {
  expect((await put(formWith('avatar', bytes(maximumUploadBytes)))).status).toBe(200);
  const { status, answer } = await put(formWith('avatar', bytes(maximumUploadBytes + 1)));
  expect([status, answer.code, answer.message]).toEqual([
    413,
    'BODY_TOO_LARGE',
    'A file may have at most 5 MB.',
  ]);
  expect(received).toHaveLength(1);
});

test('rejects 20 MB by Content-Length before they are sent, and keeps the connection open', async () => {
  const socket = await openConnection();
  const megabytes = 20 * 1024 * 1024;
  socket.write(head(megabytes));
  expect(await nextAnswer(socket)).toEqual(['413', 'BODY_TOO_LARGE']);
  socket.write(Buffer.alloc(megabytes));
  const form = filePart + end;
  socket.write(head(form.length) + form);
  expect(await nextAnswer(socket)).toEqual(['200', undefined]);
  socket.destroy();
});

test('rejects a body without Content-Length as soon as it is too large', async () => {
  let isAnswered = false;
  let sent = 0;
  // The body is sent until the client is stopped.
  async function* pieces() {
    yield Buffer.from(filePart.trimEnd());
    while (!isAnswered) {
      sent += 64 * 1024;
      yield Buffer.alloc(64 * 1024, 'x');
      await nextTurn();
    }
    yield Buffer.from(`\r\n${end}`);
  }
  const sending = putInPieces(url, { authorization, 'content-type': formType }, pieces(), () => {
    isAnswered = true;
  });
  const { status, body } = await sending;
  expect([status, JSON.parse(body).code]).toEqual([413, 'BODY_TOO_LARGE']);
  expect(sent).toBeGreaterThan(maximumUploadBytes);
  expect(received).toEqual([]);
});

test.each([
  ['another field', part('name="image"; filename="me.png"', 'an image') + end, 'image'],
  ['the expected file and another', `${filePart}${part('name="b"; filename="b.png"', 'b')}${end}`, 'b'],
  ['the file twice', filePart + filePart + end, 'avatar'],
  ['the file and a text field', filePart + part('name="role"', 'ADMIN') + end, 'role'],
  ['a text field and the file', part('name="role"', 'ADMIN') + filePart + end, 'role'],
  ['text in the field of the file', part('name="avatar"', 'an image') + end, 'avatar'],
  ['an empty file', part('name="avatar"; filename="me.png"', '') + end, 'avatar'],
  ['a form without parts', end, 'avatar'],
  ['a part without a name', part('filename="me.png"', 'an image') + end, ''],
])('%s: 400 with the field', async (_name, body, field) => {
  const { status, answer } = await put(body, { 'content-type': formType });
  expect([status, answer.code, answer.success]).toEqual([400, 'INVALID_INPUT', false]);
  expect(answer.issues).toEqual([{ path: field, message: expect.any(String) }]);
  expect(received).toEqual([]);
});

test.each([
  ['a truncated form', filePart, formType],
  ['a form truncated within its file', filePart.slice(0, -12), formType],
  ['a form truncated within the headers of its file', filePart.slice(0, 60), formType],
  ['a form with another boundary', filePart + end, 'multipart/form-data; boundary=other'],
  ['a form without a boundary', filePart + end, 'multipart/form-data'],
  ['noise', 'x'.repeat(10_000), formType],
  ['a field named __proto__', part('name="__proto__"; filename="a"', 'a') + end, formType],
  ['endless heads', `--${boundary}\r\n${'X-A: b\r\n'.repeat(50_000)}\r\n${end}`, formType],
])('%s: 400', async (_name, body, type) => {
  const { status, answer } = await put(body, { 'content-type': type });
  expect([status, answer]).toMatchObject([400, { success: false, error: true }]);
  expect(received).toEqual([]);
});

test.each([
  ['JSON', '{"avatar": "an image"}', 'application/json'],
  ['the bare image', 'an image', 'image/png'],
  ['a form without files', 'avatar=a', 'application/x-www-form-urlencoded'],
  ['parts of another content type', filePart + end, `multipart/mixed; boundary=${boundary}`],
  ['no body', null, ''],
])('%s: 415', async (_name, body, type) => {
  const { status, answer } = await put(body, type === '' ? {} : { 'content-type': type });
  expect([status, answer.code]).toEqual([415, 'UNSUPPORTED_MEDIA']);
});

test('rejects an invalid form at once, does not read the rest, and keeps the connection open', async () => {
  const socket = await openConnection();
  const wrong = part('name="image"; filename="me.png"', 'x'.repeat(3_000_000)) + end;
  socket.write(head(wrong.length) + wrong.slice(0, 1_000));
  expect(await nextAnswer(socket)).toEqual(['400', 'INVALID_INPUT']);
  socket.write(wrong.slice(1_000));
  const right = filePart + end;
  socket.write(head(right.length) + right);
  expect(await nextAnswer(socket)).toEqual(['200', undefined]);
  socket.destroy();
});

test('rejects an unauthorised caller before the body is read', async () => {
  const socket = await openConnection();
  socket.write(head(1_000_000, ''));
  expect(await nextAnswer(socket)).toEqual(['401', 'UNAUTHENTICATED']);
  expect(tries).toEqual([]);
  socket.destroy();
});

test('counts every attempt for its account, and rejects one too many without reading it', async () => {
  mostTries = 2;
  await put(formWith('avatar', bytes(9)));
  await put('{}', { 'content-type': 'application/json' });
  const socket = await openConnection();
  socket.write(head(1_000_000));
  expect(await nextAnswer(socket)).toEqual(['429', 'TOO_MANY_REQUESTS']);
  socket.destroy();
  const { status, headers } = await put(formWith('avatar', bytes(9)));
  expect([status, headers.get('retry-after')]).toEqual([429, '7']);
  expect(new Set(tries).size).toBe(1);
});

test('counts attempts by network for all of its accounts', async () => {
  mostOfNetwork = 2;
  const statuses: number[] = [];
  for (let account = 0; account < 3; account += 1) {
    const { accessToken } = await startSession(testContext(db), await addShopper(db));
    const headers = { authorization: `Bearer ${accessToken}` };
    statuses.push((await put(formWith('avatar', bytes(9)), headers)).status);
  }
  expect([statuses, networks, new Set(tries).size]).toEqual([[200, 200, 429], Array(2).fill('127.0.0.1'), 3]);
});

test('processes few files at a time, queues some, and rejects the rest with Retry-After', async () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let arrive = () => {};
  const full = new Promise<void>((resolve) => {
    arrive = () => received.length === 12 && resolve();
  });
  beforeAnswer = async () => {
    arrive();
    await opened;
  };
  const statuses: number[] = [];
  const all = Array.from({ length: 60 }, async () => {
    const { status, headers } = await put(formWith('avatar', bytes(100_000)));
    statuses.push(status);
    if (status === 503) expect(headers.get('retry-after')).toBe('5');
    if (statuses.length === 12) refused();
  });
  let refused = () => {};
  const allRefused = new Promise<void>((resolve) => {
    refused = resolve;
  });
  await Promise.all([full, allRefused]);
  // Only rejected requests have a response yet.
  expect([received.length, statuses]).toEqual([12, Array(12).fill(503)]);
  open();
  await Promise.all(all);
  expect(statuses.slice(12)).toEqual(Array(48).fill(200));
});

test('slow uploads by shoppers do not delay uploads by staff', async () => {
  const begun: Socket[] = [];
  // All places and the queue are taken, so the next shopper is rejected.
  for (let count = 0; count < 12 + 36; count += 1) {
    const asked = once(app.server, 'request');
    const socket = await openConnection();
    socket.write(head(1_000_000) + filePart.trimEnd());
    begun.push(socket);
    await asked;
  }
  // The last step before a request takes its place.
  await expect.poll(() => networks).toHaveLength(12 + 36);
  expect((await put(formWith('avatar', bytes(9)))).status).toBe(503);
  const admin = await addShopper(db);
  await db.query(sql`update account set role = 'ADMIN' where id = ${admin}`);
  const { accessToken } = await startSession(testContext(db), admin);
  const response = await fetch(new URL('/api/file/upload', url), {
    method: 'POST',
    body: formWith('image', bytes(9)),
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect([response.status, (await response.json()).data]).toEqual([200, { url: '9' }]);
  for (const socket of begun) socket.destroy();
});

test('a client that disconnects while sending frees its place', async () => {
  for (let round = 0; round < 60; round += 1) {
    const begun = once(app.server, 'request');
    const socket = await openConnection();
    socket.write(head(1_000_000) + filePart.trimEnd());
    const [request] = await begun;
    await leave(socket, request);
  }
  expect((await put(formWith('avatar', bytes(9)))).status).toBe(200);
  expect(received).toHaveLength(1);
});

test('a client that disconnects while queued frees its place', async () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  beforeAnswer = () => opened;
  const held = Array.from({ length: 12 }, () => put(formWith('avatar', bytes(9))));
  const form = filePart + end;
  await expect.poll(() => received.length).toBe(12);
  for (let round = 0; round < 12; round += 1) {
    const begun = once(app.server, 'request');
    const socket = await openConnection();
    socket.write(head(form.length) + form);
    const [request] = await begun;
    await leave(socket, request);
  }
  open();
  await Promise.all(held);
  expect((await put(formWith('avatar', bytes(9)))).status).toBe(200);
  expect(received).toHaveLength(13);
});

test('answers a body that is shorter than announced', async () => {
  const socket = await openConnection();
  socket.end(head(1_000_000) + filePart);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"MALFORMED_BODY"/);
  expect(received).toEqual([]);
});
