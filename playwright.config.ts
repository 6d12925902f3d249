import { defineConfig } from '@playwright/test';
import { launchOptions } from './tests/fixtures/browser.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/global-setup.ts',
  fullyParallel: true,
  // A worker waits for pages, timers and the network half of the time, so three keep two cores busy.
  workers: 3,
  timeout: 120_000,
  // A busy machine is slow; that is not a failure of the shop.
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    launchOptions: await launchOptions(),
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
});
