import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

/** The folder of the project. */
export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');

/** The path of a program inside an installed package. */
export function tool(packageName, file) {
  return join(root, 'node_modules', packageName, file);
}

/** Compiled code is cached between runs, which saves a third of the start time. */
const compileCache = join(root, 'node_modules', '.cache', 'compiled');
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const parentCheckMs = 500;

/** Runs a program on this terminal and returns its exit code. */
export function runToEnd(program, args, environment = {}) {
  return endOf(
    spawn(program, args, {
      cwd: root,
      stdio: 'inherit',
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...environment },
    }),
  );
}

/**
 * Keeps the memory of the server small. The C library would reserve memory per thread, and keep what compression and
 * password hashing have used; V8 would give new objects up to 192 MB, and collect old ones when the heap has grown
 * several times.
 */
const serverProcess = JSON.parse(readFileSync(join(root, 'launch', 'server-process.json'), 'utf8'));

/** Runs the server in production mode. Its IPC channel closes when this process is killed, and the server stops. */
export function runShop(program, args) {
  return endOf(
    spawn(program, [...serverProcess.arguments, ...args], {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // Otherwise React uses its development build.
      env: {
        NODE_COMPILE_CACHE: compileCache,
        ...serverProcess.environment,
        ...process.env,
        NODE_ENV: 'production',
      },
    }),
  );
}

/** Runs a program and prints its output only on failure. Throws unless it exits with 0. */
export async function runOrThrow(program, args, what, environment = {}) {
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const printed = [];
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => printed.push(chunk));
  const code = await endOf(child);
  if (code === 0) return;
  process.stderr.write(Buffer.concat(printed));
  throw new Error(`${what} failed (exit code ${code}).`);
}

/** Resolves to the exit code of a child that receives our signals and is stopped when npm exits. */
function endOf(child) {
  return new Promise((resolve, reject) => {
    // Ctrl-C may reach the child twice, from the terminal and from here; that is harmless.
    const forward = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, forward);
    const watch = watchNpm(() => child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearInterval(watch);
      for (const name of signals) process.off(name, forward);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

function watchNpm(onExit) {
  // Started without npm, the parent process may exit before this one.
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const npm = process.ppid;
  return setInterval(() => {
    if (process.ppid !== npm) onExit();
  }, parentCheckMs);
}
