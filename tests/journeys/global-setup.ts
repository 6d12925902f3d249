import type { TestProject } from 'vitest/node';
import { loadCatalogue } from '#catalogue/load.ts';
import { connect } from '#server/database/connect.ts';
import setUpDatabase from '../global-setup.ts';

/** Also lays out a template with the demo catalogue, so that each journey opens its own full shop at once. */
export default async function setUp(project: TestProject) {
  const tearDown = await setUpDatabase(project);
  const { databaseUrl } = project.getProvidedContext();
  const admin = connect(databaseUrl, { maxConnections: 1 });
  await admin`create database template_demo template template_shop`;
  await admin.end();
  const url = new URL(databaseUrl);
  url.pathname = '/template_demo';
  const template = connect(url.href, { maxConnections: 2 });
  await loadCatalogue(template);
  await template.end();
  return tearDown;
}
