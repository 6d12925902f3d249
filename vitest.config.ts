import { defineConfig } from 'vitest/config';

/** Random tests of minutes: `npm test` makes some of their runs, `npm run test:faults` all. */
const longRandomTests = [
  'server/features/orders/lifecycle/lifecycle-model.test.ts',
  'server/http/cached-reads.property.test.ts',
];

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
          env: { RANDOM_RUNS: 'few' },
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts', ...longRandomTests],
          env: { RANDOM_RUNS: 'all' },
        },
      },
    ],
  },
});
