import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** A process that was started and has said where it answers. */
export interface Running {
  url: string;
  process: ChildProcess;
  /** Asks it to stop and waits until it has. */
  stop(): Promise<void>;
}

const startLimitMs = 120_000;

/** Starts the shop as an operator would; resolves when it is open. */
export function startShop(environment: Record<string, string>): Promise<Running> {
  return startProcess(['server/main.ts'], environment, /is open at (http:\S+)/);
}

/** Starts a program of ours under this Node; `ready` finds the address in a line that it prints. */
export async function startProcess(
  args: string[],
  environment: Record<string, string>,
  ready: RegExp,
): Promise<Running> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), startLimitMs);
  try {
    return { url: await readyUrl(child, ready), process: child, stop: () => stop(child) };
  } finally {
    clearTimeout(limit);
  }
}

async function readyUrl(child: ChildProcess, ready: RegExp): Promise<string> {
  if (child.stdout === null) throw new Error('The process has no output to read.');
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    const url = ready.exec(line)?.[1];
    if (url === undefined) continue;
    // Left unread, a full pipe would stop the process.
    child.stdout.resume();
    return url;
  }
  throw new Error(`The process ended before it was ready:\n${said.join('\n')}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}
