import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { loadDemoCatalogue } from '#demo/load.ts';
import { openDatabaseAsApp, toDatabaseAccess } from '#server/database/app-role.ts';
import { connect } from '#server/database/connect.ts';
import startDatabase from '#tests/fixtures/global-setup.ts';

/** Adds a template database with the demo catalogue, from which each test worker copies its shop, and a folder for images. */
export default async function setUp() {
  const tearDown = await startDatabase();
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  const server = connect(url.href, { maxConnections: 1 });
  await server.query(sql`create database template_demo template template_shop`);
  await server.close();
  url.pathname = '/template_demo';
  // Its rights are copied with the template.
  const template = await openDatabaseAsApp(toDatabaseAccess(url.href), { maxConnections: 2 });
  await loadDemoCatalogue(template);
  await template.close();
  const imageDirectory = await mkdtemp(join(tmpdir(), 'tokri-images-'));
  process.env.TEST_IMAGE_DIRECTORY = imageDirectory;
  return async () => {
    await tearDown();
    await rm(imageDirectory, { recursive: true, force: true });
  };
}
