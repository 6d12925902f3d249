import { loadDemoCatalogue } from '#demo/load.ts';
import { connect } from '#server/database/connect.ts';
import setUpDatabase from '../fixtures/global-setup.ts';

/** Also lays out a template with the demo catalogue, so that each journey opens its own full shop at once. */
export default async function setUp() {
  const tearDown = await setUpDatabase();
  const databaseUrl = process.env.TEST_DATABASE_URL ?? '';
  const admin = connect(databaseUrl, { maxConnections: 1 });
  await admin`create database template_demo template template_shop`;
  await admin.end();
  const url = new URL(databaseUrl);
  url.pathname = '/template_demo';
  const template = connect(url.href, { maxConnections: 2 });
  await loadDemoCatalogue(template);
  await template.end();
  return tearDown;
}
