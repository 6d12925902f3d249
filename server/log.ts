import pino, { type DestinationStream, type Logger } from 'pino';

// Tokens; and the rows and statements that PostgreSQL puts into its errors, with the hashes and addresses in them.
const neverWritten = [
  'req.headers.authorization',
  'headers.authorization',
  'err.detail',
  'err.where',
  'err.query',
  'err.parameters',
  'err.args',
];

/** The log: one JSON object a line, or readable lines on a terminal. Secrets are never written. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, redact: { paths: neverWritten, remove: true } };
  if (destination !== undefined) return pino(options, destination);
  if (!process.stdout.isTTY) return pino(options);
  const pretty = { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' };
  return pino({ ...options, transport: { target: 'pino-pretty', options: pretty } });
}
