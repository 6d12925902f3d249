import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseEnv, promisify } from 'node:util';
import {
  type MachineName,
  machineNames,
  readSecrets,
  readValues,
  type Values,
  writeFiles,
} from './configuration.ts';
import { findPostgresPrograms, findProgram } from './debian-programs.ts';
import { Machine, type Program } from './machine.ts';

const root = join(import.meta.dirname, '../..');
const startLimitMs = 180_000;
const pollMs = 200;

interface LocalClusterOptions {
  /** Contains all that the cluster writes. A folder of an earlier start is continued. */
  folder: string;
  /** Values of `cluster.env`: the addresses of the machines, their network, and the address for shoppers. */
  values?: Values;
  /** Additional settings of the shop. */
  settings?: Values;
  /** What is put before the programs of a machine, so that they run in a network of their own. */
  prefixOf?: (machine: string) => readonly string[];
}

/** A database machine as Patroni describes it. */
export interface Member {
  name: string;
  role: string;
  state: string;
}

const localValues: Values = {
  DATABASE_1: '127.0.0.11',
  DATABASE_2: '127.0.0.12',
  DATABASE_3: '127.0.0.13',
  SHOP_1: '127.0.0.21',
  SHOP_2: '127.0.0.22',
  FRONT: '127.0.0.1',
  NETWORK: '127.0.0.0/8',
  PUBLIC_URL: 'http://localhost:3000',
  CADDY_ADMIN: 'off',
};

/** All machines of a cluster on this one. */
export class LocalCluster {
  readonly machines: ReadonlyMap<string, Machine>;
  /** The address for shoppers. */
  readonly url: string;
  readonly values: Values;
  readonly #options: LocalClusterOptions;

  private constructor(options: LocalClusterOptions, values: Values) {
    this.#options = options;
    this.values = values;
    this.url = values.PUBLIC_URL ?? '';
    this.machines = new Map(machineNames.map((machine) => [machine.name, this.#toMachine(machine)]));
  }

  /** Writes the configuration and starts all programs; resolves when the shop is open. */
  static async open(options: LocalClusterOptions): Promise<LocalCluster> {
    const { folder } = options;
    await mkdir(join(folder, 'backups'), { recursive: true });
    const secrets = await readSecrets(folder);
    const programs = { POSTGRESQL_PROGRAMS: findPostgresPrograms() ?? '' };
    const values = { ...(await readValues()), ...secrets, ...localValues, ...programs, ...options.values };
    for (const machine of machineNames)
      await writeFiles(machine, join(folder, machine.name), { ...values, ...foldersOf(machine, folder) });
    await handOver(folder);
    const cluster = new LocalCluster(options, values);
    if ((await cluster.listMembers()).length > 0)
      throw new Error('Another cluster is running at these addresses.');
    try {
      await cluster.#start();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  machine(name: string): Machine {
    const machine = this.machines.get(name);
    if (machine === undefined) throw new Error(`There is no machine ${name}.`);
    return machine;
  }

  /** The machines of a kind. */
  machinesOf(kind: MachineName['kind']): Machine[] {
    return machineNames.filter((each) => each.kind === kind).map(({ name }) => this.machine(name));
  }

  /** Settings of the shop on a shop machine. */
  settingsOf(shop: Machine): Values {
    return readEnvironment(join(shop.folder, 'shop.env'));
  }

  /** The database machines as the first Patroni that answers knows them; none if no one answers. */
  async listMembers(): Promise<Member[]> {
    for (const { address } of this.machinesOf('database')) {
      const response = await fetch(`http://${address}:8008/cluster`, {
        signal: AbortSignal.timeout(1000),
      }).catch(() => null);
      if (response?.ok) return (await response.json()).members;
    }
    return [];
  }

  /** The machine with a role in the replication, such as `leader` or `sync_standby`. */
  async findMember(role: string): Promise<Machine | undefined> {
    const found = (await this.listMembers()).find((member) => member.role === role);
    return found && this.machine(found.name);
  }

  /** Waits until a primary, a synchronous standby and a replica work. */
  async untilComplete(): Promise<void> {
    await until('the database machines', async () => {
      const members = await this.listMembers();
      const roles = members.filter(({ state }) => /running|streaming/.test(state)).map(({ role }) => role);
      return ['leader', 'sync_standby', 'replica'].every((role) => roles.includes(role));
    });
  }

  /** Makes a standby the primary, in order. */
  async switchOver(): Promise<void> {
    const leader = await this.findMember('leader');
    const candidate = await this.findMember('sync_standby');
    const credentials = Buffer.from(`patroni:${this.values.RESTAPI_PASSWORD}`).toString('base64');
    const response = await fetch(`http://${leader?.address}:8008/switchover`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
      body: JSON.stringify({ leader: leader?.name, candidate: candidate?.name }),
    });
    if (!response.ok) throw new Error(`Patroni refused the switchover: ${await response.text()}`);
  }

  /** Runs pgBackRest at the primary; returns its output. */
  async runBackRest(...args: string[]): Promise<string> {
    const primary = await this.findMember('leader');
    if (primary === undefined) throw new Error('There is no primary.');
    const config = `--config=${join(primary.folder, 'pgbackrest.conf')}`;
    return this.runAsPostgres(primary, findProgram('pgbackrest'), [config, '--stanza=shop', ...args]);
  }

  /** Runs a program on a machine as the user of its PostgreSQL; returns its output. */
  async runAsPostgres(machine: Machine, program: string, args: readonly string[]): Promise<string> {
    const [command = '', ...others] = [...this.#commandAs(machine.name, 'postgres'), program, ...args];
    return (await promisify(execFile)(command, others, { cwd: machine.folder })).stdout;
  }

  /** Stops all programs in order. */
  async stop(): Promise<void> {
    await this.machine('front').stop('caddy');
    await Promise.all(this.machinesOf('shop').map((machine) => machine.stop('shop')));
    await Promise.all(this.machinesOf('database').map((machine) => machine.stop()));
    await Promise.all([...this.machines.values()].map((machine) => machine.stop()));
  }

  async #start(): Promise<void> {
    const others = [...this.machinesOf('shop'), this.machine('front')];
    for (const machine of others) machine.start('etcd');
    for (const machine of this.machinesOf('database')) machine.start();
    await this.untilComplete();
    await this.runBackRest('stanza-create');
    for (const machine of others) machine.start();
    const addresses = this.machinesOf('shop').map(({ address }) => `http://${address}:3000`);
    for (const address of [...addresses, this.url])
      await until(address, async () => (await fetch(`${address}/health/ready`)).ok);
  }

  #toMachine({ name, kind, addressName }: MachineName): Machine {
    const folder = join(this.#options.folder, name);
    return new Machine(name, this.values[addressName] ?? '', folder, this.#programsOf(kind, name, folder));
  }

  #programsOf(kind: MachineName['kind'], name: string, folder: string): Program[] {
    const asPostgres = this.#commandAs(name, 'postgres');
    const file = (path: string) => join(folder, path);
    if (kind === 'database')
      return [
        {
          name: 'patroni',
          command: [...asPostgres, findProgram('patroni'), file('patroni.yml')],
          environment: { HOME: folder, PGBACKREST_CONFIG: file('pgbackrest.conf') },
        },
        { name: 'pgbouncer', command: [...asPostgres, findProgram('pgbouncer'), file('pgbouncer.ini')] },
      ];
    const etcd = {
      name: 'etcd',
      command: [...asPostgres, findProgram('etcd')],
      environment: readEnvironment(file('etcd.env')),
    };
    if (kind === 'front') {
      const args = ['run', '--config', file('Caddyfile'), '--adapter', 'caddyfile'];
      const command = [...asPostgres, findProgram('caddy'), ...args];
      return [etcd, { name: 'caddy', command, environment: { HOME: folder } }];
    }
    const { arguments: nodeArguments, environment } = JSON.parse(
      readFileSync(join(root, 'launch/server-process.json'), 'utf8'),
    );
    return [
      etcd,
      { name: 'haproxy', command: [...asPostgres, findProgram('haproxy'), '-db', '-f', file('haproxy.cfg')] },
      {
        name: 'shop',
        command: [...this.#commandAs(name), process.execPath, ...nodeArguments, join(root, 'server/main.ts')],
        folder: root,
        environment: {
          ...environment,
          NODE_ENV: 'production',
          ...readEnvironment(file('shop.env')),
          ...this.#options.settings,
        },
      },
    ];
  }

  /** What runs a program on a machine until this process ends; root runs those of the database as another user. */
  #commandAs(machine: string, user?: 'postgres'): string[] {
    const asUser =
      user !== undefined && isRoot() ? [`--reuid=${user}`, `--regid=${user}`, '--init-groups'] : [];
    return [
      ...(this.#options.prefixOf?.(machine) ?? []),
      findProgram('setpriv'),
      '--pdeathsig=TERM',
      ...asUser,
    ];
  }
}

/** Where the programs of a machine store their data on this one. */
function foldersOf({ name }: MachineName, folder: string): Values {
  const own = join(folder, name);
  return {
    POSTGRESQL_DATA: join(own, 'postgresql'),
    POSTGRESQL_SOCKETS: own,
    PATRONI_FOLDER: own,
    ETCD_DATA: join(own, 'etcd'),
    PGBACKREST_FOLDER: join(own, 'pgbackrest'),
    BACKUPS: join(folder, 'backups'),
    PGBOUNCER_FOLDER: own,
    HAPROXY_SOCKET: join(own, 'haproxy.sock'),
    // Images are in this folder instead of a bucket.
    SHOP_DATA: join(folder, 'shop'),
  };
}

function readEnvironment(path: string): Values {
  const entries = Object.entries(parseEnv(readFileSync(path, 'utf8')));
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}

const isRoot = () => process.getuid?.() === 0;

/** PostgreSQL and PgBouncer refuse root: then the user `postgres` runs them and gets the folders of the machines. */
async function handOver(folder: string): Promise<void> {
  if (!isRoot()) return;
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])));
  for (const name of ['backups', ...machineNames.map((machine) => machine.name)]) {
    const own = join(folder, name);
    await chown(own, uid, gid);
    for (const entry of await readdir(own, { withFileTypes: true }))
      if (entry.isFile()) await chown(join(own, entry.name), uid, gid);
  }
  const asPostgres = ['--reuid=postgres', '--regid=postgres', '--init-groups', 'test', '-x', folder];
  try {
    execFileSync(findProgram('setpriv'), asPostgres);
  } catch {
    throw new Error(`The user postgres cannot open ${folder}. Set DATA_DIR to a folder that it can open.`);
  }
}

/** Waits for a condition. Throws when it is not met in time. */
export async function until(
  what: string,
  isMet: () => Promise<boolean>,
  limitMs = startLimitMs,
): Promise<void> {
  for (const start = performance.now(); performance.now() - start < limitMs; await wait(pollMs))
    if (await isMet().catch(() => false)) return;
  throw new Error(`Waited for ${what} for too long. See the files *.log of the machines.`);
}
