// The npm scripts. Plain JavaScript without dependencies, because it runs on Node 20 before anything is installed.
import { ensureBuilt, isBuilt } from './build.mjs';
import { ensureInstalled, findNode, removeTools } from './install.mjs';
import { runShop, runToEnd, tool } from './run.mjs';
import { runClusterTests, runTests } from './test.mjs';

const commands = {
  async start() {
    await ensureBuilt(findNode());
    return runShop(findNode(), ['server/main.ts']);
  },
  async build() {
    await ensureBuilt(findNode());
    await removeTools();
    return 0;
  },
  dev() {
    // Vite reloads the pages. Only these folders restart the server: Vite writes files into others.
    const watched = ['server', 'contract', 'demo'].map((folder) => `--watch-path=${folder}`);
    return runToEnd(findNode(), [...watched, '--watch-preserve-output', 'server/main.ts'], {
      NODE_ENV: 'development',
    });
  },
  'generate-types': () =>
    runToEnd(findNode(), [
      tool('vitest', 'vitest.mjs'),
      'run',
      'server/database/row-types.test.ts',
      '--update',
    ]),
  test: () => runTests(findNode(), { isComplete: false }),
  'test:all': () => runTests(findNode(), { isComplete: true }),
  'test:cluster': () => runClusterTests(findNode()),
  async bench() {
    await ensureBuilt(findNode());
    return runToEnd(findNode(), ['bench/main.ts', ...process.argv.slice(3)]);
  },
  simulate: () => runToEnd(findNode(), ['simulate/main.ts', ...process.argv.slice(3)]),
  async cluster() {
    await ensureBuilt(findNode());
    return runToEnd(findNode(), ['deploy/cluster/main.ts', ...process.argv.slice(3)]);
  },
  account: () => runToEnd(findNode(), ['server/command-line/account.ts', ...process.argv.slice(3)]),
  migrations: () => runToEnd(findNode(), ['server/command-line/migrations.ts']),
  backup: () => runToEnd(findNode(), ['server/command-line/backup.ts', 'backup', ...process.argv.slice(3)]),
  restore: () => runToEnd(findNode(), ['server/command-line/backup.ts', 'restore', ...process.argv.slice(3)]),
  format: () => runToEnd(findNode(), [tool('@biomejs/biome', 'bin/biome'), 'check', '--write', '.']),
};

/**
 * Commands that need no packages for types, lint, tests and benchmarks, and once the pages are built none that build.
 */
const operating = ['build', 'start', 'cluster', 'account', 'migrations', 'backup', 'restore'];

const command = commands[process.argv[2]];
if (command === undefined) {
  console.error(`Usage: node launch/launch.mjs ${Object.keys(commands).join(' | ')}`);
  process.exit(2);
}
try {
  const level = isBuilt() ? 'run' : 'build';
  await ensureInstalled(operating.includes(process.argv[2]) ? level : 'all');
  process.exitCode = await command();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
