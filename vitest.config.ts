import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Two cores: more workers would only wait for each other.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup: 'tests/fixtures/global-setup.ts',
          include: ['{contract,server,web,demo,launch,tests}/**/*.test.{ts,tsx}'],
          exclude: ['tests/journeys/**'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          globalSetup: 'tests/journeys/global-setup.ts',
          include: ['tests/journeys/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // As patient as the browser's own waiting: a busy machine is no fault of the shop.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
