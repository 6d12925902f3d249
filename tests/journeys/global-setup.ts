import sql from 'sql-template-tag';
import { loadDemoCatalogue } from '#demo/load.ts';
import { connect } from '#server/database/connect.ts';
import setUpDatabase from '../fixtures/global-setup.ts';

/** Also lays out a template with the demo catalogue, so that each journey opens its own full shop at once. */
export default async function setUp() {
  const tearDown = await setUpDatabase();
  const databaseUrl = process.env.TEST_DATABASE_URL ?? '';
  const admin = connect(databaseUrl, { maxConnections: 1 });
  await admin.query(sql`create database template_demo template template_shop`);
  await admin.close();
  const url = new URL(databaseUrl);
  url.pathname = '/template_demo';
  const template = connect(url.href, { maxConnections: 2 });
  await loadDemoCatalogue(template);
  await template.close();
  return tearDown;
}
