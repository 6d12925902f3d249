import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { uploadFile } from '#contract/images/upload.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { buildApp } from './app.ts';

const { db } = await openTestDatabase();
const app = buildApp(testContext(db), 'http://localhost:3000').fastify;
const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
afterAll(() => app.close());

const megabyte = Buffer.alloc(1024 * 1024, '1');
const chunk = Buffer.concat([Buffer.from('100000\r\n'), megabyte, Buffer.from('\r\n')]);
const json = 'Host: shop\r\nContent-Type: application/json\r\n';
const login = `POST /api/user/login HTTP/1.1\r\n${json}`;

/** Sends a head and then a whole body, as a proxy does, and reads the answer only afterwards. */
async function sendAll(head: string, pieces: Iterable<Buffer>): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.pause();
  // A reset reaches the client as an error of a write.
  const failed = new Promise<'failed'>((resolve) => socket.on('error', () => resolve('failed')));
  socket.write(`${head}\r\n`);
  for (const piece of pieces) {
    const written = new Promise<unknown>((resolve) => socket.write(piece, resolve));
    if ((await Promise.race([written, failed])) === 'failed') return 'reset';
  }
  return readAnswer(socket);
}

async function readAnswer(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes.toString();
    if (/\r\n\r\n.*\}$/s.test(answer)) socket.destroy();
  });
  socket.resume();
  await once(socket, 'close');
  return `${answer.split(' ')[1]} ${/"code":"(\w+)"/.exec(answer)?.[1]}`;
}

const size = 30;
const length = `Content-Length: ${size * megabyte.length}\r\n`;
const body = () => Array.from({ length: size }, () => megabyte);
const chunks = () => [...Array.from({ length: size }, () => chunk), Buffer.from('0\r\n\r\n')];
const upload = `POST ${uploadFile.path} HTTP/1.1\r\nHost: shop\r\nContent-Type: multipart/form-data; boundary=x\r\n`;

test.each([
  ['JSON of announced length', `${login}${length}`, body, '413 BODY_TOO_LARGE'],
  ['JSON without a length', `${login}Transfer-Encoding: chunked\r\n`, chunks, '413 BODY_TOO_LARGE'],
  ['a file without permission', `${upload}${length}`, body, '401 UNAUTHENTICATED'],
  ['a type that is not accepted', `${login.replace('json', 'xml')}${length}`, body, '415 UNSUPPORTED_MEDIA'],
])(
  'a client that sends 30 MB before it reads gets the answer to %s',
  async (_what, head, pieces, expected) => {
    expect(await sendAll(head, pieces())).toBe(expected);
  },
);
