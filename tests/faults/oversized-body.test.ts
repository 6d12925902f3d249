import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadFile } from '#contract/images/upload.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { freePort, type Running, startProductionShop } from '#tests/fixtures/processes.ts';

// Without nginx, `server/app/unread-body.test.ts` proves the same with a client that sends like it.
const hasNginx = spawnSync('nginx', ['-v']).status === 0;

let database: TestDatabase;
let directory: string;
let shop: Running;
let stopNginx: () => Promise<void>;
let url: string;

beforeAll(async () => {
  if (!hasNginx) return;
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'tokri-nginx-'));
  shop = await startProductionShop({ database, directory });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const file = join(directory, 'nginx.conf');
  await writeFile(file, configuration(await readDocumentedServer(), port));
  const nginx = spawn('nginx', ['-c', file, '-p', directory, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  stopNginx = async () => {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
  };
}, 120_000);
afterAll(async () => {
  if (!hasNginx) return;
  await stopNginx();
  await shop.stop();
  await rm(directory, { recursive: true });
  await database.drop();
});

/** What docs/operating.md tells operators to write into the `server` of nginx. */
async function readDocumentedServer(): Promise<string> {
  const guide = await readFile(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
  const [, block] = /```nginx\n([\s\S]*?)```/.exec(guide) ?? [];
  if (block === undefined) throw new Error('docs/operating.md has no configuration of nginx.');
  return block;
}

function configuration(server: string, port: number): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  );
  return `
    daemon off;
    pid ${directory}/nginx.pid;
    events {}
    http {
      access_log off;
      ${folders.join('\n')}
      server {
        listen 127.0.0.1:${port};
        ${server.replace('http://127.0.0.1:3000', shop.url)}
      }
    }`;
}

const megabyte = 1024 * 1024;

async function answerTo(
  path: string,
  type: string,
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>,
) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
    // The types lack it; Node requires it for a stream.
    ...{ duplex: 'half' },
  });
  return [response.status, (await response.json()).code];
}

function streamOf(megabytes: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      sent += 1;
      if (sent > megabytes) controller.close();
      else controller.enqueue(Buffer.alloc(megabyte, '1'));
    },
  });
}

test.runIf(hasNginx)(
  'nginx, configured as the guide says, passes on why a body is rejected',
  async () => {
    await expect
      .poll(() => fetch(`${url}/health/live`).catch(() => null), { timeout: 10_000 })
      .not.toBeNull();
    const json = 'application/json';
    for (let repetition = 0; repetition < 5; repetition += 1) {
      const outcomes = await Promise.all([
        answerTo('/api/user/login', json, Buffer.alloc(20 * megabyte, '1')),
        answerTo('/api/user/login', json, Buffer.alloc(200_000, '1')),
        answerTo('/api/user/login', json, streamOf(20)),
        answerTo(uploadFile.path, 'multipart/form-data; boundary=x', Buffer.alloc(90 * megabyte, '1')),
      ]);
      expect(outcomes).toEqual([
        [413, 'BODY_TOO_LARGE'],
        [413, 'BODY_TOO_LARGE'],
        [413, 'BODY_TOO_LARGE'],
        [401, 'UNAUTHENTICATED'],
      ]);
    }
  },
  120_000,
);
