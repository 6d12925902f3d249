import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connect } from '#server/database/connect.ts';
import { startEmbedded } from '#server/database/embedded.ts';
import { migrate } from '#server/database/migrate.ts';
import { prepareJobQueue } from '#server/jobs/job-queue.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/** One PostgreSQL for the whole run, with a migrated template that every test database is copied from. */
export default async function setUp(project: TestProject) {
  const directory = await mkdtemp(join(tmpdir(), 'tokri-test-'));
  const server = await startEmbedded(directory, { isDurable: false, maxConnections: 200 });
  const url = new URL(server.url);
  url.pathname = '/template_shop';
  const admin = connect(server.url, { maxConnections: 1 });
  await admin`create database template_shop`;
  await admin.end();
  const template = connect(url.href, { maxConnections: 1 });
  await migrate(template);
  await prepareJobQueue(template);
  await template.end();
  project.provide('databaseUrl', server.url);
  return async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
