import { defineConfig } from 'vitest/config';

// The browser tests run under Playwright: see playwright.config.ts.
export default defineConfig({
  test: {
    // Tests of jobs, connections and processes wait much of their time, so three workers keep two cores busy.
    maxWorkers: 3,
    globalSetup: 'tests/fixtures/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,server,web,demo,launch,tests}/**/*.test.{ts,tsx}'],
          exclude: ['tests/faults/**'],
        },
      },
      { extends: true, test: { name: 'faults', include: ['tests/faults/**/*.test.ts'] } },
    ],
  },
});
