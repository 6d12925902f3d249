import { defineConfig } from 'vitest/config';
import { compileTexts } from './web/texts/compile-texts.ts';

/** `npm test` makes some of its runs, which all take minutes, `npm run test:faults` all. */
const longRandomTest = 'server/features/orders/lifecycle/lifecycle-model.test.ts';

// The browser tests run under Playwright: see playwright.config.ts.
export default defineConfig({
  plugins: [compileTexts('en')],
  test: {
    // Tests of jobs, connections and processes wait much of their time, so three workers keep two cores busy.
    maxWorkers: 3,
    globalSetup: 'tests/fixtures/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // As the browser tests. The end of the output names each test that passed only at its second attempt.
    retry: 1,
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
          include: ['tests/faults/**/*.test.ts', longRandomTest],
          env: { RANDOM_RUNS: 'all' },
        },
      },
    ],
  },
});
