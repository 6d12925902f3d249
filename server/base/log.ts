import pino, { type DestinationStream, type Logger } from 'pino';

// Tokens, and the rows and statements in errors of PostgreSQL, which contain hashes and addresses.
const neverWritten = [
  'req.headers.authorization',
  'headers.authorization',
  'err.detail',
  'err.where',
  'err.query',
  'err.parameters',
  'err.args',
];

/** Logs JSON lines, or readable lines on a terminal. Secrets are removed. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, redact: { paths: neverWritten, remove: true } };
  if (destination !== undefined) return pino(options, destination);
  if (!process.stdout.isTTY) return pino(options);
  const pretty = { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' };
  return pino({ ...options, transport: { target: 'pino-pretty', options: pretty } });
}
