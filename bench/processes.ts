import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A process under measurement. */
export interface Running {
  url: string;
  stop(): Promise<void>;
}

const startLimitMs = 120_000;

/** Starts the bare server; its string route sends `stringBytes` characters. */
export function startBare(stringBytes: number): Promise<Running> {
  return start(['bench/bare.ts', String(stringBytes)], {}, /^READY (http:\S+)/);
}

/** Starts the shop on its own data folder and a free port, without limits. */
export function startShop(dataDirectory: string, port: number): Promise<Running> {
  const environment = {
    DATA_DIR: dataDirectory,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
  };
  return start(['server/main.ts'], environment, /(http:\/\/(?:127\.0\.0\.1|localhost):\d+)/);
}

async function start(args: string[], environment: Record<string, string>, ready: RegExp): Promise<Running> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), startLimitMs);
  try {
    return { url: await readyUrl(child, ready), stop: () => stop(child) };
  } finally {
    clearTimeout(limit);
  }
}

async function readyUrl(child: ChildProcess, ready: RegExp): Promise<string> {
  if (child.stdout === null) throw new Error('The process has no output to read.');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = ready.exec(line)?.[1];
    if (url === undefined) continue;
    // Left unread, a full pipe would stop the process.
    child.stdout.resume();
    return url;
  }
  throw new Error('The process ended before it was ready.');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
