import pino, { type Logger } from 'pino';

/** The log: one JSON object a line, or readable lines on a terminal. Secrets in headers are never written. */
export function openLog(level: string): Logger {
  return pino({
    level,
    redact: ['req.headers.authorization', 'headers.authorization'],
    ...(process.stdout.isTTY && {
      transport: {
        target: 'pino-pretty',
        options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' },
      },
    }),
  });
}
