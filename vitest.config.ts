import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { compileTexts } from './web/texts/compile-texts.ts';

/**
 * Tests of `npm run test:all` only: they kill, starve and mislead real processes, cut connections, make random runs for
 * minutes, or compare documents with the code.
 */
const longTests = [
  'tests/faults/**/*.test.ts',
  'tests/{asvs,documents}.test.ts',
  'demo/other-habits.test.ts',
  'server/app/cached-reads.property.test.ts',
  'server/database/migrate-large-table.test.ts',
  'server/http/malicious-fields.test.ts',
  'server/orders/connection-cut.test.ts',
  'server/orders/lifecycle-model.test.ts',
  'server/orders/money-model.test.ts',
  'server/product-import/large-import.test.ts',
  'simulate/simulate-day.test.ts',
];

/** Tests of `npm run test:cluster` only, which need packages of Debian. */
const clusterTests = 'tests/cluster/**/*.test.ts';

/** Tests that replace modules, timers or globals, which no other file may meet. */
const replacingTests = globSync('{contract,server,web,demo,launch,simulate,tests}/**/*.test.{ts,tsx}').filter(
  (file) => !file.startsWith('tests/cluster/') && /\bvi\./.test(readFileSync(file, 'utf8')),
);
/** Tests without a database. */
const pureTests = ['{contract,web}/**/*.test.{ts,tsx}', 'server/tax/pdf-document.test.ts'];
const globalSetup = 'tests/fixtures/global-setup.ts';

/** Each takes half a minute or more; the longest first. */
const slowest = [
  ...['openapi-fuzz', 'cached-reads.property', 'lifecycle-model', 'large-import', 'two-processes'],
  ...['update-without-stopping', 'money-model', 'start-and-stop', 'lighthouse', 'killed-with-orders'],
  ...['account-command', 'container', 'launching', 'upload-memory', 'malicious-fields'],
  ...['reads-without-database', 'read-replica', 'migrate-large-table', 'connection-cut', 'simulate-day'],
];

/** The position in `slowest`, or after it. */
function positionOf({ moduleId }: TestSpecification): number {
  const position = slowest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return position === -1 ? slowest.length : position;
}

/**
 * Without times of an earlier run Vitest begins with the largest files, and one core would wait for a small slow one
 * at the end.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => positionOf(one) - positionOf(other));
  }
}

// The browser tests run under Playwright: see playwright.config.ts.
export default defineConfig({
  plugins: [compileTexts('en')],
  test: {
    // Tests of jobs, connections and processes wait much of their time, so three workers keep two cores busy.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Vitest waits for one second, which a busy machine may need for a statement or a notification.
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: SlowestFirst },
    // The files share the imported modules, which halves their CPU time.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'pure', include: pureTests, exclude: replacingTests },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup,
          include: ['{contract,server,web,demo,launch,simulate,tests}/**/*.test.{ts,tsx}'],
          exclude: [...longTests, ...pureTests, ...replacingTests, clusterTests],
        },
      },
      {
        extends: true,
        test: { name: 'replacing', globalSetup, include: replacingTests, exclude: longTests, isolate: true },
      },
      {
        extends: true,
        test: { name: 'cluster', include: [clusterTests], testTimeout: 240_000, hookTimeout: 240_000 },
      },
      {
        extends: true,
        test: {
          name: 'long',
          globalSetup,
          include: longTests,
          isolate: true,
          // After the others, which would delay the processes that these observe.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
