import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sql, { raw } from 'sql-template-tag';
import { connect } from '#server/database/connect.ts';
import { startEmbedded } from '#server/database/embedded.ts';
import { freePort, type Running, startShop } from '#tests/fixtures/processes.ts';
import { browse, buyUnlimited, closeMixedShop, openMixedShop } from './mixed-loads.ts';
import { newTally } from './purchase.ts';

// The caches of two processes take longer to fill than their connections to open.
const warmUpSeconds = { reads: 15, purchases: 4 };
const seconds = 5;

interface Credentials {
  email: string;
  password: string;
}

/** CPU milliseconds of one request or purchase. */
interface Cost {
  servers: number;
  database: number;
  perSecond: number;
}

/**
 * Prints the CPU time of a read and of a purchase with one server process and with two, both behind nginx and with one
 * external PostgreSQL. Wall times would compare nothing: the load generator takes part of the two cores.
 */
export async function printProcesses(credentials: Credentials): Promise<void> {
  if (spawnSync('nginx', ['-v']).status !== 0) {
    process.stdout.write('\nSeveral processes: not measured, because nginx is not installed\n');
    return;
  }
  const directory = await mkdtemp(join(tmpdir(), 'tokri-bench-processes-'));
  const database = await startEmbedded(join(directory, 'database'), { isDurable: true, maxConnections: 100 });
  try {
    process.stdout.write('\nCPU time with several processes behind nginx, one PostgreSQL (ms)\n');
    const costs: { reads: Cost; purchases: Cost }[] = [];
    for (const count of [1, 2]) {
      const url = await createDatabase(database.url, count);
      costs.push(await measureProcesses(count, url, join(directory, `data-${count}`), credentials));
    }
    for (const kind of ['reads', 'purchases'] as const) {
      const [one, two] = costs.map((cost) => cost[kind]);
      if (one === undefined || two === undefined)
        throw new Error('Both numbers of processes were not measured.');
      print(`${kind}, one process`, one);
      print(`${kind}, two processes`, two, total(two) / total(one));
    }
  } finally {
    await database.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

const total = ({ servers, database }: Cost) => servers + database;

function print(name: string, cost: Cost, ratio?: number): void {
  const { servers, database, perSecond } = cost;
  process.stdout.write(
    `  ${name.padEnd(28)} servers ${servers.toFixed(3)}  PostgreSQL ${database.toFixed(3)}  ` +
      `${perSecond.toFixed(0)}/s${ratio === undefined ? '' : `  ${ratio.toFixed(2)} of one process`}\n`,
  );
}

async function createDatabase(serverUrl: string, count: number): Promise<string> {
  const admin = connect(serverUrl, { maxConnections: 1 });
  await admin.query(raw(`create database shop_${count}`));
  await admin.close();
  const url = new URL(serverUrl);
  url.pathname = `/shop_${count}`;
  return url.href;
}

async function measureProcesses(
  count: number,
  databaseUrl: string,
  dataDirectory: string,
  credentials: Credentials,
): Promise<{ reads: Cost; purchases: Cost }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const shops: Running[] = [];
  let proxy: ChildProcess | null = null;
  try {
    // One after the other: the first one migrates the database and adds the demo catalogue.
    const ports: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const shopPort = await freePort();
      ports.push(shopPort);
      shops.push(
        await startShop({
          NODE_ENV: 'production',
          DATABASE_URL: databaseUrl,
          DATA_DIR: dataDirectory,
          AUTH_SECRET: 'a secret for this benchmark alone, long',
          ADMIN_EMAIL: credentials.email,
          ADMIN_PASSWORD: credentials.password,
          PORT: String(shopPort),
          PUBLIC_URL: url,
          RATE_LIMITS: 'off',
          LOG_LEVEL: 'error',
        }),
      );
    }
    proxy = await startNginx(dataDirectory, port, ports);
    const shop = await openMixedShop(url, credentials);
    const reads = await measureCost(
      shops,
      databaseUrl,
      warmUpSeconds.reads,
      async (endsAt) => (await browse(shop, endsAt)).length,
    );
    const purchases = await measureCost(shops, databaseUrl, warmUpSeconds.purchases, async (endsAt) => {
      const tally = newTally();
      await buyUnlimited(shop, endsAt, tally);
      return tally.whole.length;
    });
    closeMixedShop(shop);
    return { reads, purchases };
  } finally {
    if (proxy !== null) {
      const exited = once(proxy, 'exit');
      proxy.kill('SIGTERM');
      await exited;
    }
    await Promise.all(shops.map((shop) => shop.stop()));
  }
}

/** CPU time of the servers and of PostgreSQL during a load, divided by what they answered. */
async function measureCost(
  shops: readonly Running[],
  databaseUrl: string,
  warmUp: number,
  load: (endsAt: number) => Promise<number>,
): Promise<Cost> {
  await load(performance.now() + warmUp * 1000);
  const servers = shops.flatMap(({ process: { pid } }) => pid ?? []);
  const backends = await postgresPids(databaseUrl);
  const before = { servers: cpuMs(servers), database: cpuMs(backends) };
  const answered = await load(performance.now() + seconds * 1000);
  return {
    servers: (cpuMs(servers) - before.servers) / answered,
    database: (cpuMs(backends) - before.database) / answered,
    perSecond: answered / seconds,
  };
}

/** All processes of PostgreSQL that have connections or write data. */
async function postgresPids(databaseUrl: string): Promise<number[]> {
  const database = connect(databaseUrl, { maxConnections: 1 });
  const rows = await database.query<{ pid: number }>(sql`select pid from pg_stat_activity`);
  await database.close();
  return rows.map(({ pid }) => pid);
}

// The unit of /proc on every Linux platform of Node.
const msPerTick = 10;

/** CPU time of processes so far, as Linux counts it; ended processes count nothing. */
function cpuMs(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const path = `/proc/${pid}/stat`;
    if (!existsSync(path)) return 0;
    // The name of the program, in parentheses, may contain spaces.
    const [, fields = ''] = readFileSync(path, 'utf8').split(') ');
    const [userTicks = '0', systemTicks = '0'] = fields.split(' ').slice(11, 13);
    return Number(userTicks) + Number(systemTicks);
  });
  return ticks.reduce((sum, value) => sum + value, 0) * msPerTick;
}

async function startNginx(
  directory: string,
  port: number,
  shopPorts: readonly number[],
): Promise<ChildProcess> {
  const configuration = join(directory, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    configuration,
    `daemon off; worker_processes 1; pid ${directory}/nginx.pid; error_log stderr error;
events { worker_connections 512; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${directory}/nginx-${name};`).join(' ')}
  upstream shop { ${shopPorts.map((shopPort) => `server 127.0.0.1:${shopPort};`).join(' ')} keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 1000000;
    client_max_body_size 32m;
    location / { proxy_pass http://shop; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`,
  );
  const nginx = spawn('nginx', ['-c', configuration], { stdio: ['ignore', 'ignore', 'inherit'] });
  for (let attempt = 1; ; attempt += 1) {
    const isReady = await fetch(`http://127.0.0.1:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return nginx;
    if (attempt === 50 || nginx.exitCode !== null) {
      nginx.kill('SIGTERM');
      throw new Error('nginx does not answer.');
    }
    await wait(100);
  }
}
