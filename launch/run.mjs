import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';

/** The folder of the project. */
export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');

/** The path of a program inside an installed package. */
export function tool(packageName, file) {
  return join(root, 'node_modules', packageName, file);
}

/** Compiled code of our programs, kept between runs: it saves a third of the time until the shop is open. */
const compileCache = join(root, 'node_modules', '.cache', 'compiled');
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const parentCheckMs = 500;

/** Runs a program to its end with our terminal and gives its exit code. */
export function runToEnd(program, args, environment = {}) {
  return endOf(
    spawn(program, args, {
      cwd: root,
      stdio: 'inherit',
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...environment },
    }),
  );
}

/** As `runToEnd`, for a program of ours: a channel that closes tells it when we are killed. */
export function runShop(program, args) {
  return endOf(
    spawn(program, args, {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // React takes its slow, talkative form unless it is told.
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, NODE_ENV: 'production' },
    }),
  );
}

/** Runs a program that must succeed. What it says is shown only if it does not. */
export async function runOrThrow(program, args, what) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => said.push(chunk));
  const code = await endOf(child);
  if (code === 0) return;
  process.stderr.write(Buffer.concat(said));
  throw new Error(`${what} failed (exit code ${code}).`);
}

/** The exit code of a program, which hears every signal that we get and is stopped when npm is gone. */
function endOf(child) {
  return new Promise((resolve, reject) => {
    // A Ctrl-C that arrives twice, through the terminal and through us, does no harm.
    const forward = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, forward);
    const watch = whenNpmIsGone(() => child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearInterval(watch);
      for (const name of signals) process.off(name, forward);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

function whenNpmIsGone(then) {
  // Without npm, whoever started us may well end before us.
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const npm = process.ppid;
  return setInterval(() => {
    if (process.ppid !== npm) then();
  }, parentCheckMs);
}
