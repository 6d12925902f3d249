import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runOrThrow } from './run.mjs';

const stamp = join(root, 'node_modules', '.installed');
// The first version with argon2, which hashes the passwords.
const needed = { major: 24, minor: 7 };

/**
 * Runs `npm ci` unless node_modules was installed from the present lockfile. With `tools` it has to hold the packages that build
 * and test too.
 */
export async function ensureInstalled({ tools }) {
  const lock = lockHash();
  const present = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (present === lock || (!tools && present === withoutTools(lock))) return;
  console.log('Installing dependencies (a minute or two, only the first time) …');
  // With NODE_ENV=production npm would omit the build tools.
  await npm('ci', '--include=dev', '--include=optional');
  writeFileSync(stamp, lock);
}

/** Removes the packages that only build and test. */
export async function removeTools() {
  const installed = withoutTools(lockHash());
  if (readFileSync(stamp, 'utf8') === installed) return;
  // An interrupted removal must not count as a complete installation.
  rmSync(stamp);
  await npm('prune', '--omit=dev', '--include=optional');
  writeFileSync(stamp, installed);
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function withoutTools(lock) {
  return `${lock} without tools`;
}

async function npm(...words) {
  const args = [...words, '--no-audit', '--no-fund', '--loglevel=error'];
  const program = process.env.npm_execpath;
  if (program?.endsWith('.js')) await runOrThrow(process.execPath, [program, ...args], `npm ${words[0]}`);
  else await runOrThrow('npm', args, `npm ${words[0]}`);
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
