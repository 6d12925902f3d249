import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** Values for the `${NAME}` of the configuration files. */
export type Values = Record<string, string>;

/** The machines, and the files of each. */
const filesOf = {
  database: ['patroni.yml', 'database.sql', 'pgbackrest.conf', 'pgbouncer.ini', 'userlist.txt'],
  shop: ['etcd.env', 'haproxy.cfg', 'shop.env'],
  front: ['etcd.env', 'Caddyfile'],
};

export type MachineKind = keyof typeof filesOf;

/** A machine of the cluster; the value of `addressName` is its address. */
export interface MachineName {
  name: string;
  kind: MachineKind;
  addressName: string;
}

export const machineNames: readonly MachineName[] = [
  ...['1', '2', '3'].map((number) => toMachineName('database', number)),
  ...['1', '2'].map((number) => toMachineName('shop', number)),
  { name: 'front', kind: 'front', addressName: 'FRONT' },
];

function toMachineName(kind: MachineKind, number: string): MachineName {
  return { name: `${kind}-${number}`, kind, addressName: `${kind.toUpperCase()}_${number}` };
}

const secretNames = [
  ...['SUPERUSER', 'REPLICATION', 'REWIND', 'RESTAPI', 'OWNER', 'SHOP', 'ADMIN', 'BACKUP'].map(
    (name) => `${name}_PASSWORD`,
  ),
  'AUTH_SECRET',
  'METRICS_TOKEN',
];

/** The values of an operator's `cluster.env`, or of the one beside this file. */
export async function readValues(path = join(import.meta.dirname, 'cluster.env')): Promise<Values> {
  const values = parseEnv(await readFile(path, 'utf8'));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']));
}

/** Reads `secrets.env` in a folder, and adds the secrets that it lacks. */
export async function readSecrets(folder: string): Promise<Values> {
  const path = join(folder, 'secrets.env');
  const given = existsSync(path) ? await readValues(path) : {};
  const missing = secretNames.filter((name) => !given[name]);
  const added = Object.fromEntries(missing.map((name) => [name, randomBytes(24).toString('hex')]));
  const secrets = { ...given, ...added };
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`);
  if (missing.length > 0) await writeFile(path, lines.join(''), { mode: 0o600 });
  return secrets;
}

/** Writes the configuration files of a machine into its folder. */
export async function writeFiles(machine: MachineName, folder: string, values: Values): Promise<void> {
  const all = { ...values, NAME: machine.name, ADDRESS: values[machine.addressName] ?? '' };
  await mkdir(folder, { recursive: true });
  for (const file of filesOf[machine.kind]) {
    const text = await readFile(join(import.meta.dirname, file), 'utf8');
    await writeFile(join(folder, file), fill(text, all), { mode: 0o600 });
  }
}

function fill(text: string, values: Values): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`cluster.env has no ${name}.`);
    return value;
  });
}
