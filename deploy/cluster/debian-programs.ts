import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
const packageOf = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  pgbackrest: 'pgbackrest',
  caddy: 'caddy',
  setpriv: 'util-linux',
  // For the tests, which give each machine its own network.
  ip: 'iproute2',
};

type DebianProgram = keyof typeof packageOf;

/** The path of a program. Throws if it is not installed. */
export function findProgram(name: DebianProgram): string {
  const path = pathOf(name);
  if (path === undefined) throw new Error(`${name} is not installed.`);
  return path;
}

/** The folder of the programs of the newest PostgreSQL of Debian. */
export function findPostgresPrograms(): string | undefined {
  const versions = '/usr/lib/postgresql';
  if (!existsSync(versions)) return undefined;
  return readdirSync(versions)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** The packages that this machine lacks. */
export function listMissingPackages(): string[] {
  const missing = Object.entries(packageOf).flatMap(([name, from]) => (pathOf(name) ? [] : [from]));
  // Only recommended by Patroni, which needs it for etcd.
  if (!existsSync('/usr/lib/python3/dist-packages/etcd')) missing.push('python3-etcd');
  if (findPostgresPrograms() === undefined) missing.push('postgresql');
  return missing;
}

function pathOf(name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
