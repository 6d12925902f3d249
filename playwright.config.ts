import { defineConfig } from '@playwright/test';
import { launchOptions } from './tests/fixtures/browser.ts';

// Files with a shop of their own: each runs in one worker, which saves shops, and before the short tests of the others.
const ownShop = [
  '**/dashboard-home.spec.ts',
  '**/order-board.spec.ts',
  '**/product-import.spec.ts',
  '**/settings.spec.ts',
];

export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    { name: 'own shop', testMatch: ownShop, fullyParallel: false },
    { name: 'shop of the worker', testMatch: '**/*.spec.ts', testIgnore: ownShop, fullyParallel: true },
  ],
  globalSetup: './tests/e2e/global-setup.ts',
  // A worker waits for pages, timers and the network half of the time, so three keep two cores busy.
  workers: 3,
  timeout: 120_000,
  // A busy machine is slow; that is not a failure of the shop.
  expect: { timeout: 30_000 },
  reporter: 'list',
  // Recording a trace takes a fifth of the CPU time of a test, so only the second attempt records one. A test that
  // passes then is reported as flaky; one that fails twice has failed.
  retries: 1,
  use: {
    launchOptions: await launchOptions(),
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    trace: { mode: 'on-first-retry', screenshots: false },
  },
});
