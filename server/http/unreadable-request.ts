import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '#contract/errors.ts';
import { errorEnvelope } from './errors.ts';

const statusByCode = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
]);

/** Answers what is no HTTP at all, or too slow or too long to become a request; then the connection is closed. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = statusByCode.get(error.code ?? '') ?? 400;
  const body = JSON.stringify(errorEnvelope(new AppError('MALFORMED_BODY')));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  else socket.destroy(error);
}
