import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runOrThrow } from './run.mjs';

const stamp = join(root, 'node_modules', '.installed');
// The first version with argon2, which hashes the passwords.
const needed = { major: 24, minor: 7 };

/**
 * Packages that run the shop, those that build its pages too, and all: also those of types, lint, tests and
 * benchmarks (`tools/`).
 */
const levels = ['run', 'build', 'all'];

/** Of the shop with the demo catalogue, without the workspace `tools`. */
const ofTheShop = ['--workspace=demo', '--include-workspace-root'];

/** Runs `npm ci` unless node_modules has all packages of a level, installed from the present lockfile. */
export async function ensureInstalled(level) {
  const [lock, installed] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  if (lock === lockHash() && levels.indexOf(installed) >= levels.indexOf(level)) return;
  console.log('Installing dependencies (a minute or two, only the first time) …');
  const installing = level === 'all' ? 'all' : 'build';
  // With NODE_ENV=production npm would omit the packages that build.
  await npm('ci', '--include=dev', ...(installing === 'all' ? [] : ofTheShop));
  writeStamp(installing);
}

/** Removes the packages that the shop does not need to run. */
export async function removeTools() {
  if (readFileSync(stamp, 'utf8') === stampOf('run')) return;
  // An interrupted removal must not count as a complete installation.
  rmSync(stamp);
  await npm('prune', '--omit=dev');
  writeStamp('run');
}

function writeStamp(level) {
  writeFileSync(stamp, stampOf(level));
}

const stampOf = (level) => `${lockHash()} ${level}`;

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

async function npm(command, ...words) {
  const args = [command, ...words, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const program = process.env.npm_execpath;
  if (program?.endsWith('.js')) await runOrThrow(process.execPath, [program, ...args], `npm ${command}`);
  else await runOrThrow('npm', args, `npm ${command}`);
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
