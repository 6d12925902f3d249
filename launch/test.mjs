import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { runToEnd, tool } from './run.mjs';

/** The gate: types, lint and format, the build, then every test. Ends with a line `N passed, N failed`. */
export async function runTests(node) {
  const steps = [
    ['route types', () => runToEnd(node, [tool('@react-router/dev', 'bin.cjs'), 'typegen'])],
    ['types', () => runToEnd(node, [tool('typescript', 'bin/tsc'), '--noEmit', '-p', '.'])],
    ['lint and format', () => runToEnd(node, [tool('@biomejs/biome', 'bin/biome'), 'ci', '.'])],
    ['build', () => ensureBuilt(node).then(() => 0)],
  ];
  let passed = 0;
  let failed = 0;
  for (const [name, step] of steps) {
    const code = await step().catch((error) => {
      console.error(error);
      return 1;
    });
    console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
    if (code === 0) passed += 1;
    else failed += 1;
  }
  const tests = await runVitest(node);
  passed += tests.passed;
  failed += tests.failed;
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function runVitest(node) {
  const directory = mkdtempSync(join(tmpdir(), 'tokri-report-'));
  const report = join(directory, 'report.json');
  try {
    const code = await runToEnd(node, [
      tool('vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]);
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    // A file that cannot be loaded fails the run without failing a test.
    return { passed: numPassedTests, failed: Math.max(numFailedTests, code === 0 ? 0 : 1) };
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
