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

/**
 * Hides the local part of email addresses, which mail servers and other services repeat in their errors. The domain
 * says whose server refuses emails.
 */
export function hideEmailAddresses(text: string): string {
  return text.replace(/[^\s<>"'`,;:()[\]=]+@(?=[\p{L}\d])/gu, '…@');
}

function toLoggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { message, stack, ...facts } = pino.stdSerializers.err(error);
  return { ...facts, message: hideEmailAddresses(message), stack: hideEmailAddresses(stack) };
}

/** Logs JSON lines, or readable lines on a terminal. Secrets are removed. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths: neverWritten, remove: true },
    serializers: { err: toLoggedError },
  };
  if (destination !== undefined) return pino(options, destination);
  if (!process.stdout.isTTY) return pino(options);
  const pretty = { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' };
  return pino({ ...options, transport: { target: 'pino-pretty', options: pretty } });
}
