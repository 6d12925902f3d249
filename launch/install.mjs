import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runOrThrow } from './run.mjs';

const stamp = join(root, 'node_modules', '.installed');
// The first version with argon2, which hashes the passwords.
const needed = { major: 24, minor: 7 };

/** Runs `npm ci` unless node_modules was installed from the present lockfile. */
export async function ensureInstalled() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing dependencies (a minute or two, only the first time) …');
  const npm = process.env.npm_execpath;
  // With NODE_ENV=production npm would omit the build tools.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm?.endsWith('.js')) await runOrThrow(process.execPath, [npm, ...args], 'npm ci');
  else await runOrThrow('npm', args, 'npm ci');
  writeFileSync(stamp, lock);
}

/** Path of the Node that runs the server: this one if it is new enough, otherwise the one installed by npm. */
export function findNode() {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  for (const name of [`node-${platform}`, `node-bin-${platform}`]) {
    const program = join(root, 'node_modules', name, 'bin', 'node');
    if (existsSync(program)) return program;
  }
  throw new Error(
    `Tokri needs Node ${needed.major}.${needed.minor} or newer, and npm has none for ${platform}. Install it and try again.`,
  );
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > needed.major || (major === needed.major && minor >= needed.minor);
}
