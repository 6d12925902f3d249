import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './tests/fixtures/browser.ts';

// Files with a shop of their own. Each runs in one worker and in order: that saves shops. A second attempt starts in a
// new worker, so from a new shop, which no other test has changed.
const ownShop = readdirSync('tests/e2e')
  .filter((file) => file.endsWith('.spec.ts'))
  .filter((file) => /^test\.use\(\{ shop(?:Name|Settings):/m.test(readFileSync(`tests/e2e/${file}`, 'utf8')))
  .map((file) => `**/${file}`);

const browser = await launchOptions();

export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    { name: 'own shop', testMatch: ownShop, fullyParallel: false },
    { name: 'shop of the worker', testMatch: '**/*.spec.ts', testIgnore: ownShop, fullyParallel: true },
  ],
  globalSetup: './tests/e2e/global-setup.ts',
  // Two keep two cores busy. With three each test takes half as long again, nearer to its time limit.
  workers: 2,
  // A journey of many pages takes longer with a slow processor; what waits for one thing does not.
  timeout: 120_000 * Number(process.env.SLOW_CPU ?? 1),
  // A busy machine is slow; that is not a failure of the shop.
  expect: { timeout: 30_000 },
  reporter: 'list',
  // Recording a trace takes a fifth of the CPU time of a test, so only the second attempt records one. A test that
  // passes then is reported as flaky; one that fails twice has failed.
  retries: 1,
  use: {
    // The compilers of V8 for code that runs often cost a short-lived page more than they save: an eighth of the CPU
    // time of a page that axe checks, and a twentieth of the time of journeys.
    launchOptions: { ...browser, args: [...(browser.args ?? []), '--js-flags=--no-opt --no-maglev'] },
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    trace: { mode: 'on-first-retry', screenshots: false },
  },
});
