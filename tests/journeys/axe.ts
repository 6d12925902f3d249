import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page as it is now: each rule that is broken, with where. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(await source);
  return page.evaluate(async () => {
    const axe = Reflect.get(window, 'axe');
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.map(
      (violation: { id: string; nodes: { html: string }[] }) =>
        `${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
    );
  });
}
