import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { runToEnd, tool } from './run.mjs';

/**
 * Types, lint, format, build, unit tests and browser tests. Ends with a line `N passed, N failed`, after a line
 * `Failed: …` for each failed test and `Flaky: …` for each that passed only at its second attempt.
 */
export async function runTests(node) {
  const steps = [
    ['route types', () => runToEnd(node, [tool('@react-router/dev', 'bin.cjs'), 'typegen'])],
    ['types', () => runToEnd(node, [tool('typescript', 'bin/tsc'), '--noEmit', '-p', '.'])],
    ['lint and format', () => runToEnd(node, [tool('@biomejs/biome', 'bin/biome'), 'ci', '.'])],
    [
      'unused files and exports',
      () =>
        runToEnd(node, [
          tool('knip', 'bin/knip.js'),
          '--include',
          'files,exports,types,duplicates',
          '--no-config-hints',
        ]),
    ],
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
  const suites = [
    await runVitest(node, 'pure', 'unit'),
    await runSuite(
      node,
      [tool('@playwright/test', 'cli.js'), 'test', '--reporter=list,json'],
      ({ stats, suites }) => ({
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        flaky: listSpecs(suites, 'flaky'),
        failures: listSpecs(suites, 'unexpected'),
      }),
    ),
  ];
  return report(...suites, { passed, failed });
}

/** Tests that kill processes and wait for their restart, and a long random test; too slow for every `npm test`. */
export async function runFaultTests(node) {
  await ensureBuilt(node);
  return report(await runVitest(node, 'faults'));
}

function runVitest(node, ...projects) {
  const args = [
    tool('vitest', 'vitest.mjs'),
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
  ];
  return runSuite(node, args, ({ testResults }) => {
    const tests = testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = relative(process.cwd(), name);
      // A file that cannot be loaded has no tests.
      if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
        return [{ outcome: 'failed', line: `${file}: ${firstLine(message)}` }];
      return assertionResults.map((test) => ({
        outcome: outcomeOf(test),
        line: `${file}: ${test.title}: ${firstLine(test.failureMessages[0])}`,
      }));
    });
    const linesOf = (outcome) => tests.filter((test) => test.outcome === outcome).map(({ line }) => line);
    const [passed, flaky, failures] = ['passed', 'flaky', 'failed'].map(linesOf);
    return { passed: passed.length + flaky.length, failed: failures.length, flaky, failures };
  });
}

/** A random test that failed has found a counterexample, which its second attempt may miss: it counts as failed. */
function outcomeOf({ status, failureMessages }) {
  if (status !== 'passed' || failureMessages.length === 0) return status;
  return failureMessages.some((message) => message.includes('Property failed after')) ? 'failed' : 'flaky';
}

/** Runs a test runner and reads the counts from its JSON report. */
async function runSuite(node, args, countsOf) {
  const directory = mkdtempSync(join(tmpdir(), 'tokri-report-'));
  const path = join(directory, 'report.json');
  try {
    const output = args[0].includes('vitest') ? [`--outputFile.json=${path}`] : [];
    const code = await runToEnd(node, [...args, ...output], { PLAYWRIGHT_JSON_OUTPUT_FILE: path });
    const counts = countsOf(JSON.parse(readFileSync(path, 'utf8')));
    // A file that cannot be loaded fails the run without failing a test.
    return { ...counts, failed: Math.max(counts.failed, code === 0 ? 0 : 1) };
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** File, line, title and first error of each test of a Playwright report with this outcome; 'flaky' is one that passed at its second attempt. */
function listSpecs(suites, outcome) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === outcome)
        .map(({ results }) => {
          const errors = results.flatMap((result) => result.errors);
          return `tests/e2e/${file}:${line} ${title}: ${firstLine(errors[0]?.message)}`;
        }),
    ),
    ...listSpecs(inner, outcome),
  ]);
}

/** Of a random test also the line of its seed and that of its error. */
function firstLine(message = '') {
  const lines = stripVTControlCharacters(message).split('\n');
  const found = lines.filter((line) => /^(?:\{ seed: |Got )/.test(line));
  return [lines[0], ...found].join(' ').slice(0, 600);
}

/** Prints the failed and the flaky tests, and the sums as the last line; returns the exit code. */
function report(...suites) {
  for (const test of suites.flatMap(({ failures = [] }) => failures)) console.log(`Failed: ${test}`);
  for (const test of suites.flatMap(({ flaky = [] }) => flaky)) console.log(`Flaky: ${test}`);
  const sum = (field) => suites.reduce((total, suite) => total + suite[field], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
}
