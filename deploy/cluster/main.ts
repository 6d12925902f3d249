import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { machineNames, readSecrets, readValues, writeFiles } from './configuration.ts';
import { listMissingPackages } from './debian-programs.ts';
import { LocalCluster } from './local-cluster.ts';

const [command, folder] = process.argv.slice(2);
try {
  if (command === 'files' && folder !== undefined) await writeAllFiles(resolve(folder));
  else if (command === 'packages') console.log(listMissingPackages().join(' '));
  else if (command === undefined) await runCluster();
  else
    throw new Error(
      'Usage: npm run cluster, or npm run cluster -- files FOLDER, or npm run cluster -- packages',
    );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Writes the files of all machines, from the values in `cluster.env` of the folder. */
async function writeAllFiles(target: string): Promise<void> {
  const values = join(target, 'cluster.env');
  if (!existsSync(values)) {
    await mkdir(target, { recursive: true });
    await copyFile(join(import.meta.dirname, 'cluster.env'), values);
    console.log(`Set the addresses in ${values}, then repeat the command.`);
    return;
  }
  const all = { ...(await readValues(values)), ...(await readSecrets(target)) };
  for (const machine of machineNames) await writeFiles(machine, join(target, machine.name), all);
  console.log(`The files are in ${target}; the first line of each says where it belongs.`);
}

/** Runs all machines on this one until Ctrl-C. */
async function runCluster(): Promise<void> {
  const missing = listMissingPackages();
  if (missing.length > 0)
    throw new Error(`Install what is missing: apt-get install --no-install-recommends ${missing.join(' ')}`);
  const stopping = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
  });
  const data = resolve(process.env.DATA_DIR ?? 'data', 'cluster');
  console.log(`Starting six machines in ${data} …`);
  const cluster = await LocalCluster.open({ folder: data });
  describe(cluster);
  const input = createInterface({ input: process.stdin });
  input.on('line', (line) => void handle(cluster, line));
  await stopping;
  input.close();
  console.log('\nStopping …');
  await cluster.stop();
}

function describe(cluster: LocalCluster): void {
  const of = (kind: 'database' | 'shop', port: number) =>
    cluster
      .machinesOf(kind)
      .map(({ address }) => `http://${address}:${port}`)
      .join('  ');
  console.log(`
  The shop    ${cluster.url}
  Admin       admin@tokri.local  password: ${cluster.values.ADMIN_PASSWORD}
  HAProxy     ${of('shop', 7000)}
  Patroni     ${of('database', 8008)}

  Type 'kill database-1' for a loss of power of a machine, 'start database-1' to start it again, Ctrl-C to stop.
`);
}

async function handle(cluster: LocalCluster, line: string): Promise<void> {
  const [verb, name = ''] = line.trim().split(/\s+/);
  const machine = cluster.machines.get(name);
  if (machine === undefined || (verb !== 'kill' && verb !== 'start')) {
    const members = await cluster.listMembers();
    for (const member of members) console.log(`  ${member.name}  ${member.role}  ${member.state}`);
    return;
  }
  if (verb === 'kill') await machine.kill();
  else machine.start();
}
