import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { root, runToEnd, tool } from './run.mjs';

/**
 * Types, lint, unused code, build, unit and API tests, and browser tests: those with '@everyday' in their titles,
 * which do what shoppers and staff do every day, or with `isComplete` all, and the long tests too. Ends with a line
 * `N passed, N failed`, after a line `Failed: …` for each failure and `Flaky: …` for each browser test that passed
 * only at its second attempt. Returns the exit code.
 */
export async function runTests(node, { isComplete }) {
  const knipReports = 'files,exports,types,duplicates';
  const journeys = isComplete ? [] : ['--grep=@everyday'];
  const steps = [
    ['route types', () => check(node, tool('@react-router/dev', 'bin.cjs'), 'typegen')],
    ['types', () => check(node, tool('typescript', 'bin/tsc'), '--noEmit', '-p', '.')],
    ['lint and format', () => check(node, tool('@biomejs/biome', 'bin/biome'), 'ci', '.')],
    [
      'unused files and exports',
      () => check(node, tool('knip', 'bin/knip.js'), '--include', knipReports, '--no-config-hints'),
    ],
    ['build', () => ensureBuilt(node).then(() => ({ passed: 1 }))],
    [
      isComplete ? 'unit, API and long tests' : 'unit and API tests',
      () => runVitest(node, ['pure', 'unit', 'replacing', ...(isComplete ? ['long'] : [])]),
    ],
    [isComplete ? 'all journeys' : 'everyday journeys', () => runPlaywright(node, journeys)],
  ];
  return runSteps(steps);
}

/** The tests of the cluster, which need packages of Debian. Ends with lines as `runTests`; returns the exit code. */
export function runClusterTests(node) {
  return runSteps([
    ['build', () => ensureBuilt(node).then(() => ({ passed: 0 }))],
    ['cluster', () => runVitest(node, ['cluster'])],
  ]);
}

/** Runs all steps, also after a failure, prints the results of all and returns the exit code. */
async function runSteps(steps) {
  const results = [];
  for (const [index, [name, step]] of steps.entries()) {
    console.log(`\n[${index + 1}/${steps.length}] ${name}`);
    const fail = (error) => ({ failed: [`${name}: ${error.message}`] });
    results.push({ passed: 0, failed: [], flaky: [], ...(await step().catch(fail)) });
  }
  const [failed, flaky] = ['failed', 'flaky'].map((field) => results.flatMap((result) => result[field]));
  for (const line of failed) console.log(`Failed: ${line}`);
  for (const line of flaky) console.log(`Flaky: ${line}`);
  console.log(`${results.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
}

async function check(node, ...args) {
  const code = await runToEnd(node, args);
  if (code !== 0) throw new Error(`exit code ${code}`);
  return { passed: 1 };
}

function runVitest(node, projects) {
  const args = [tool('vitest', 'vitest.mjs'), 'run', ...projects.map((project) => `--project=${project}`)];
  return runWithReport(
    (path) => runToEnd(node, [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${path}`]),
    ({ testResults }) => {
      const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
      const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
        const file = relative(root, name);
        const ofFile = assertionResults.filter((test) => test.status === 'failed');
        // A file that cannot be loaded has no tests.
        if (status === 'failed' && ofFile.length === 0) return [`${file}: ${firstLine(message)}`];
        return ofFile.map(
          ({ title, failureMessages }) => `${file}: ${title}: ${firstLine(failureMessages[0])}`,
        );
      });
      return { passed: tests.filter(({ status }) => status === 'passed').length, failed };
    },
  );
}

function runPlaywright(node, journeys) {
  const args = [tool('@playwright/test', 'cli.js'), 'test', ...journeys, '--reporter=list,json'];
  return runWithReport(
    (path) => runToEnd(node, args, { PLAYWRIGHT_JSON_OUTPUT_FILE: path }),
    ({ stats, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: listSpecs(suites, 'unexpected'),
      flaky: listSpecs(suites, 'flaky'),
    }),
  );
}

/** Runs a test runner and reads the results from its JSON report. */
async function runWithReport(run, read) {
  const directory = mkdtempSync(join(tmpdir(), 'tokri-report-'));
  const path = join(directory, 'report.json');
  try {
    const code = await run(path);
    const results = read(JSON.parse(readFileSync(path, 'utf8')));
    // An error outside of the tests, such as in the global set-up.
    if (code !== 0 && results.failed.length === 0) results.failed.push(`the test runner: exit code ${code}`);
    return results;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * File, line, title and first error of each test with this outcome; 'flaky' is one that passed at its second attempt.
 */
function listSpecs(suites, outcome) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === outcome)
        .map(({ results }) => {
          const [error] = results.flatMap(({ errors }) => errors);
          return `tests/e2e/${file}:${line} ${title}: ${firstLine(error?.message)}`;
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
