import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import zlib, { constants } from 'node:zlib';
import { root, runOrThrow, tool } from './run.mjs';

const sources = [
  'web',
  'contract',
  'public',
  'react-router.config.ts',
  'vite.config.ts',
  'package-lock.json',
];
const stamp = join(root, 'build', 'stamp');
const [brotli, gzip] = [zlib.brotliCompress, zlib.gzip].map((compression) => promisify(compression));

/** Builds the web app unless the last build was made from the same sources. */
export async function ensureBuilt(node) {
  const current = fingerprint();
  if (isBuilt(current)) return;
  // An interrupted build must not count as complete.
  rmSync(stamp, { force: true });
  console.log('Building the web app …');
  const client = join(root, 'build', 'client');
  const previous = readFiles(client);
  await Promise.all(['', ...translations].map((language) => build(node, language)));
  for (const language of translations) addFiles(join(root, 'build', language, 'client'), client);
  const worker = ['build', '--config', join('web', 'service-worker', 'vite.config.ts')];
  await runOrThrow(
    node,
    [tool('vite', join('bin', 'vite.js')), ...worker],
    'The build of the service worker',
  );
  await compress(client);
  keepPrevious(client, previous);
  writeFileSync(stamp, current);
}

/** The language is a constant of a build. The English one is in `build`, others are in folders of it. */
const translations = ['hi'];

function build(node, language) {
  // Whatever NODE_ENV the caller has: with another value the build contains the slow React with warnings.
  const environment = { BUILD_LANGUAGE: language, NODE_ENV: 'production' };
  return runOrThrow(node, [tool('@react-router/dev', 'bin.cjs'), 'build'], 'The build', environment);
}

/** Moves the files that the other build does not have: the names of most depend on their content. */
function addFiles(from, to) {
  cpSync(from, to, { recursive: true, force: false });
  rmSync(from, { recursive: true });
}

/** Whether the last build was made from the present sources, so that nothing has to be built. */
export function isBuilt(current = fingerprint()) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === current;
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const path of sources.flatMap((source) => filesOf(join(root, source)))) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path));
  }
  return hash.digest('hex');
}

function filesOf(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** Writes a brotli and a gzip copy of each text file, on all cores, so that none is compressed during a request. */
async function compress(directory) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const texts = filesOf(directory).filter((path) => /\.(?:js|css|svg|json|webmanifest|txt)$/.test(path));
  await Promise.all(
    texts.map(async (path) => {
      const content = readFileSync(path);
      writeFileSync(`${path}.br`, await brotli(content, { params }));
      writeFileSync(`${path}.gz`, await gzip(content, { level: 9 }));
    }),
  );
}

/** The names of the files of a build, without those that it kept from the one before. */
const listOf = (client) => join(client, '..', 'files.json');

/** The files of the last build by name. The build empties their folder. */
export function readFiles(client) {
  if (!existsSync(listOf(client))) return new Map();
  const names = JSON.parse(readFileSync(listOf(client), 'utf8'));
  return new Map(names.map((name) => [name, readFileSync(join(client, 'assets', name))]));
}

/** Adds the files of the last build to the new one: pages that are open during an update still ask for them. */
export function keepPrevious(client, previous) {
  const assets = join(client, 'assets');
  const names = readdirSync(assets);
  for (const [name, content] of previous) {
    if (!names.includes(name)) writeFileSync(join(assets, name), content);
  }
  writeFileSync(listOf(client), JSON.stringify(names));
}
