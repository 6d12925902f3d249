import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { freePort, type Running, startShop } from '#tests/fixtures/processes.ts';

// Each of these starts databases and whole shops, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const boss = 'boss@example.com';
const asha = 'asha@example.com';
const password = 'cardamom at night';

let directory: string;
let shop: Running | null;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-account-'));
  shop = null;
});
afterEach(async () => {
  await shop?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Runs the command as a terminal would; gives what it says and its exit code. */
async function account(words: string[], given: Record<string, string> = {}, typed = '') {
  const child = spawn(process.execPath, ['server/command-line/account.ts', ...words], {
    env: { ...process.env, DATA_DIR: directory, ...given },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(typed);
  const [said, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, said: said.trim(), complaints: complaints.trim() };
}

async function openShop(): Promise<Running> {
  const port = await freePort();
  shop = await startShop({
    NODE_ENV: 'production',
    DATA_DIR: directory,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DEMO_CATALOGUE: 'off',
    LOG_LEVEL: 'error',
  });
  return shop;
}

async function ask(method: string, path: string, { body, bearer }: { body?: object; bearer?: string } = {}) {
  const headers = new Headers();
  if (bearer !== undefined) headers.set('Authorization', `Bearer ${bearer}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const response = await fetch(`${shop?.url}/api/user/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: await response.json() };
}

const logIn = (email: string, word: string) => ask('POST', 'login', { body: { email, password: word } });
const details = (bearer: string) => ask('GET', 'user-details', { bearer });
const codeFor = async (bearer: string) => (await details(bearer)).answer.code;

/** The process of the PostgreSQL on the folder. */
const databaseProcess = async () =>
  (await readFile(join(directory, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0];

test('make-admin before the first start creates the administrator that the server then uses', async () => {
  const made = await account(['make-admin', boss]);
  expect([made.code, made.complaints]).toEqual([0, '']);
  const invented = /Password, shown only now: (\S+)$/.exec(made.said)?.[1] ?? '';
  // Nothing is left running or claimed.
  expect(await readdir(directory)).toEqual(['postgres', 'postgres-password']);
  expect((await stat(join(directory, 'postgres-password'))).mode & 0o077).toBe(0);
  await expect(databaseProcess()).rejects.toThrow('ENOENT');
  await openShop();
  const { answer } = await logIn(boss, invented);
  expect((await details(answer.data.accesstoken)).answer.data.role).toBe('ADMIN');
  const { said } = await account(['list', '--staff']);
  expect(said.split('\n')).toEqual([
    expect.stringMatching(/^ADDRESS +NAME +ROLE/),
    expect.stringContaining(boss),
  ]);
});

test('commands during a running server use its database and take effect at once', async () => {
  await account(['make-admin', boss]);
  await openShop();
  const before = await databaseProcess();
  const form = { name: 'Asha \u202e Rao', email: asha, password, confirmPassword: password };
  expect((await ask('POST', 'register', { body: form })).status).toBe(201);
  const token = async (word: string) => (await logIn(asha, word)).answer.data.accesstoken;
  const first = await token(password);
  expect((await details(first)).status).toBe(200);

  expect(await account(['suspend', asha.toUpperCase()])).toEqual({
    code: 0,
    said: `${asha} is suspended. All sessions are ended.`,
    complaints: '',
  });
  await expect.poll(() => codeFor(first)).toBe('ACCOUNT_SUSPENDED');
  expect((await logIn(asha, password)).answer.code).toBe('ACCOUNT_SUSPENDED');

  expect((await account(['restore', asha])).said).toBe(`${asha} can log in again.`);
  const second = await token(password);
  const typed = 'tamarind in june';
  expect(await account(['reset-password', asha, '--password-stdin'], {}, `${typed}\n`)).toEqual({
    code: 0,
    said: `${asha} has a new password. All sessions are ended.`,
    complaints: '',
  });
  await expect.poll(() => codeFor(second)).toBe('UNAUTHENTICATED');
  expect((await logIn(asha, password)).status).toBe(401);

  const third = await token(typed);
  expect((await account(['end-sessions', '--all'])).said).toBe('All accounts are logged out (1 session).');
  await expect.poll(() => codeFor(third)).toBe('UNAUTHENTICATED');

  const { said } = await account(['list']);
  expect(said).not.toContain('\u202e');
  expect(await databaseProcess()).toBe(before);
  expect((await fetch(`${shop?.url}/health/ready`)).status).toBe(200);
});

test('concurrent commands on a stopped store wait for each other', async () => {
  await account(['make-admin', boss]);
  const all = await Promise.all(
    [asha, 'ravi@example.com', 'mira@example.com'].map((email) => account(['make-admin', email])),
  );
  expect(all.map(({ code, complaints }) => [code, complaints])).toEqual([
    [0, ''],
    [0, ''],
    [0, ''],
  ]);
  expect((await account(['list', '--staff'])).said.split('\n')).toHaveLength(5);
  await expect(databaseProcess()).rejects.toThrow('ENOENT');
});

test('an unavailable external database is reported without its password', async () => {
  const database = await createTestDatabase();
  expect((await account(['make-admin', boss], { DATABASE_URL: database.url })).code).toBe(0);
  const rows = await database.db.query(sql`select email, role from account`);
  expect([...rows]).toEqual([{ email: boss, role: 'ADMIN' }]);
  await database.drop();
  const away = `postgres://shop:hunter2hunter2@127.0.0.1:${await freePort()}/shop`;
  const { code, complaints } = await account(['list'], { DATABASE_URL: away });
  expect([code, complaints]).toEqual([
    1,
    expect.stringMatching(/^The database at 127\.0\.0\.1:\d+ does not respond/),
  ]);
  expect(complaints).not.toContain('hunter2');
  expect(await readdir(directory)).toEqual([]);
});

test('a failed command prints one line and distinguishes misuse from rejection by its exit code', async () => {
  const nothing = await account(['list']);
  expect([nothing.code, nothing.complaints]).toEqual([
    1,
    expect.stringContaining(`no store in ${directory} yet`),
  ]);
  expect(await readdir(directory)).toEqual([]);
  await account(['make-admin', boss]);
  const refusals: [string[], number, string][] = [
    [['suspend', 'unknown@example.com'], 1, 'No account has the address unknown@example.com.'],
    [['remove-admin', boss], 1, `${boss} is the only owner. Make another one first.`],
    [['frobnicate'], 2, 'Unknown command "frobnicate". See: npm run account -- help'],
    [
      ['reset-password', boss, '--password-stdin'],
      2,
      'Standard input has no password. See: npm run account -- help',
    ],
  ];
  for (const [words, code, complaints] of refusals) {
    expect(await account(words)).toEqual({ code, said: '', complaints });
  }
});

test('npm passes arguments, standard input and exit code on', async () => {
  const byNpm = async (words: string[], typed = '') => {
    const child = spawn('npm', ['run', '--silent', 'account', '--', ...words], {
      env: { ...process.env, DATA_DIR: directory },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.end(typed);
    const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    return { code, said: said.trim() };
  };
  expect((await byNpm(['help'])).said).toMatch(/^Usage: npm run account -- <command>/);
  expect((await byNpm(['make-admin', boss])).code).toBe(0);
  expect(await byNpm(['reset-password', boss, '--password-stdin'], `${password}\n`)).toEqual({
    code: 0,
    said: `${boss} has a new password. All sessions are ended.`,
  });
  expect((await byNpm(['remove-admin', boss])).code).toBe(1);
  expect((await byNpm(['make-admin'])).code).toBe(2);
});
