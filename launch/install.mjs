import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runOrThrow } from './run.mjs';

const stamp = join(root, 'node_modules', '.installed');
// The first with argon2, which hashes the passwords.
const needed = { major: 24, minor: 7 };

/** Installs exactly what the lockfile names, when that has not been done yet. */
export async function ensureInstalled() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing what the shop is made of (a minute or two, only now) …');
  const npm = process.env.npm_execpath;
  // With NODE_ENV=production npm would leave out what builds the pages.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm?.endsWith('.js')) await runOrThrow(process.execPath, [npm, ...args], 'npm ci');
  else await runOrThrow('npm', args, 'npm ci');
  writeFileSync(stamp, lock);
}

/** The Node that runs the shop: this one if it is new enough, otherwise the one that came as an npm package. */
export function findNode() {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  for (const name of [`node-${platform}`, `node-bin-${platform}`]) {
    const program = join(root, 'node_modules', name, 'bin', 'node');
    if (existsSync(program)) return program;
  }
  throw new Error(
    `The shop needs Node ${needed.major}.${needed.minor} or newer, and npm has none for ${platform}. Please install it.`,
  );
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > needed.major || (major === needed.major && minor >= needed.minor);
}
