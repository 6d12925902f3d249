import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';

/** The folder of the project. */
export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');

/** The path of a program inside an installed package. */
export function tool(packageName, file) {
  return join(root, 'node_modules', packageName, file);
}

/**
 * Runs a program to its end with our terminal and gives its exit code. Ctrl-C reaches the program by itself
 * (it shares our terminal), so we only wait; a signal sent to us alone is passed on.
 */
export function runToEnd(program, args, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    });
    const forward = (signal) => child.kill(signal);
    process.on('SIGTERM', forward);
    process.on('SIGHUP', forward);
    // A Ctrl-C that arrives twice does no harm: the shop is already stopping.
    process.on('SIGINT', forward);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const name of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.off(name, forward);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** Runs a program that must succeed. */
export async function runOrThrow(program, args, what) {
  const code = await runToEnd(program, args);
  if (code !== 0) throw new Error(`${what} failed (exit code ${code}).`);
}
