import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabaseAsApp } from '#server/database/app-role.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { expectMoney, expectWholeOrders } from '#tests/fixtures/acknowledged-orders.ts';
import { openShoppers } from '#tests/fixtures/buying.ts';
import { productionSecret } from '#tests/fixtures/processes.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { openSmtpServer, type TestSmtpServer } from '#tests/fixtures/servers/smtp.ts';
import { LocalCluster, until } from '../../deploy/cluster/local-cluster.ts';
import type { Machine } from '../../deploy/cluster/machine.ts';
import { Administrator, ask, Buyers, type Read, Readers, WriteProbe } from './load.ts';
import { network } from './network.ts';

const isRoot = process.getuid?.() === 0;
const initialStock = 100_000;
const catalogueSize = 6000;

let folder: string;
let cluster: LocalCluster;
let mailServer: TestSmtpServer;
let db: Database;
let ownerUrl: string;
/** Products that the readers of a scenario have not asked for. */
let unread: string[];
const table: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tokri-cluster-'));
  // The user that runs PostgreSQL passes through it.
  await chmod(folder, 0o755);
  if (isRoot) network.open();
  mailServer = await openSmtpServer(isRoot ? { host: network.host } : {});
  mailServer.beforeTaking = () => wait(100);
  cluster = await LocalCluster.open({
    folder,
    values: { AUTH_SECRET: productionSecret, ...(isRoot && network.values) },
    settings: {
      SMTP_URL: mailServer.url,
      DEMO_CATALOGUE: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'info',
      PAYMENTS: 'sandbox-in-public',
    },
    ...(isRoot && { prefixOf: network.prefixOf }),
  });
  const [shop] = cluster.machinesOf('shop');
  if (shop === undefined) throw new Error('There is no shop.');
  ownerUrl = cluster.settingsOf(shop).DATABASE_OWNER_URL ?? '';
  db = connect(ownerUrl);
  await db.query(sql`create table cluster_probe (at timestamptz default now(), note text)`);
  await db.query(sql`
    with inserted as (
      insert into product (id, name, images, unit, price_paise, discount_basis_points)
      select 'unread' || n, 'Zest' || n || ' word' || n, array['/images/x/640.webp'], '1 kg', 10000, 0
      from generate_series(1, ${catalogueSize}) n returning id)
    insert into product_stock (product_id, stock) select id, 100 from inserted`);
  unread = Array.from({ length: catalogueSize }, (_, index) => `unread${index + 1}`);
});

afterAll(async () => {
  console.table(table);
  await db?.close();
  if (isRoot) for (const name of cluster?.machines.keys() ?? []) network.join(name);
  await cluster?.stop();
  await mailServer?.close();
  if (isRoot) network.close();
  await rm(folder, { recursive: true, force: true });
});

test('a pooler without the address of the primary is refused with what is missing', async () => {
  const { DATABASE_URL: url = '' } = cluster.settingsOf(shopMachine(0));
  await expect(openDatabaseAsApp({ url, ownerUrl })).rejects.toThrow('Set DATABASE_SESSION_URL');
});

test('500 connections of the shop work on 40 of the server, each statement with its time limit', async () => {
  const { DATABASE_URL: url = '', DATABASE_SESSION_URL: sessionUrl = '' } = cluster.settingsOf(
    shopMachine(0),
  );
  const pooled = connect(url, { maxConnections: 500, sessionUrl });
  const opened: pg.PoolClient[] = [];
  while (opened.length < 500)
    opened.push(...(await Promise.all(Array.from({ length: 50 }, () => pooled.pool.connect()))));
  for (const client of opened) client.release();
  const limits = await Promise.all(
    Array.from({ length: 1500 }, (_, number) =>
      pooled.transaction(async (transaction) => {
        await transaction.query(sql`select * from product where id = ${`unread${number + 1}`}`);
        return transaction.one<{ statement_timeout: string }>(sql`show statement_timeout`);
      }),
    ),
  );
  expect(new Set(limits.map(({ statement_timeout }) => statement_timeout))).toEqual(new Set(['15s']));
  expect(pooled.pool.totalCount).toBe(500);
  // A role sees only the addresses of the connections that it made.
  const session = connect(sessionUrl, { maxConnections: 1 });
  const { count } = await session.one<{ count: number }>(sql`
    select count(*) as count from pg_stat_activity where usename = 'shop' and client_addr = inet_server_addr()`);
  expect(count).toBeLessThanOrEqual(40);
  expect(count).toBeGreaterThan(0);
  await Promise.all([pooled.close(), session.close()]);
});

interface Scenario {
  name: string;
  /** Brings the fault about, and resolves when it is there. */
  inflict(): Promise<void>;
  /** Takes the fault away, after orders are accepted again. */
  mend?(): Promise<void>;
  needsRoot?: true;
  /** The processes of the shop that may be other ones afterwards. */
  restarted?: readonly string[];
}

/** The machine that a scenario has hit. */
let hit: Machine;

async function hitMember(role: string): Promise<Machine> {
  const found = await cluster.findMember(role);
  if (found === undefined) throw new Error(`There is no ${role}.`);
  hit = found;
  return hit;
}

/** A machine without power: it answers nothing, also not with a closed connection. */
async function cutPower(machine: Machine): Promise<void> {
  if (isRoot) network.cut(machine.name);
  await machine.kill();
}

async function restorePower(machine: Machine): Promise<void> {
  if (isRoot) network.join(machine.name);
  machine.start();
}

const shopMachine = (index: number) => cluster.machinesOf('shop')[index] ?? cluster.machine('shop-1');

const scenarios: Scenario[] = [
  {
    name: 'primary loses power',
    inflict: async () => cutPower(await hitMember('leader')),
    mend: () => restorePower(hit),
  },
  {
    name: 'primary hangs for a minute',
    async inflict() {
      (await hitMember('leader')).freeze();
      // Orders are accepted again long before.
      setTimeout(() => hit.thaw(), 60_000);
    },
  },
  { name: 'planned switchover', inflict: () => cluster.switchOver() },
  {
    name: 'synchronous standby loses power',
    inflict: async () => cutPower(await hitMember('sync_standby')),
    mend: () => restorePower(hit),
  },
  {
    name: 'one etcd member dies',
    inflict: () => cluster.machine('front').killProgram('etcd'),
    mend: async () => cluster.machine('front').start('etcd'),
  },
  {
    name: 'PgBouncer restarts',
    async inflict() {
      const machine = await hitMember('leader');
      await machine.killProgram('pgbouncer');
      machine.start('pgbouncer');
    },
  },
  {
    name: 'a shop process dies',
    async inflict() {
      await shopMachine(1).killProgram('shop');
      await wait(5000);
    },
    mend: async () => shopMachine(1).start('shop'),
    restarted: ['shop-2'],
  },
  {
    name: 'address leads to a standby for 15 s',
    async inflict() {
      const [leader, standby] = [await hitMember('leader'), await cluster.findMember('sync_standby')];
      const proxies = ['primary', 'pooled'].map((proxy) => ({
        right: `${proxy}/${leader.name}`,
        wrong: `${proxy}/${standby?.name}`,
      }));
      await tellHaproxy(
        ...proxies.flatMap(({ right, wrong }) => [
          `disable health ${wrong}`,
          `set server ${wrong} state ready`,
          `set server ${wrong} health up`,
          `set server ${right} state maint`,
          `shutdown sessions server ${right}`,
        ]),
      );
      await wait(15_000);
      await tellHaproxy(
        ...proxies.flatMap(({ right, wrong }) => [
          `enable health ${wrong}`,
          `set server ${right} state ready`,
        ]),
      );
    },
  },
  {
    name: 'network of the primary is cut',
    needsRoot: true,
    async inflict() {
      network.cut((await hitMember('leader')).name);
      await expectNoCommit(hit);
    },
    mend: async () => network.join(hit.name),
  },
];

test.each(scenarios.filter(({ needsRoot }) => isRoot || !needsRoot))('$name', async (scenario) => {
  await cluster.untilComplete();
  const shops = cluster.machinesOf('shop');
  const processes = shops.map((machine) => machine.processId('shop'));
  const load = await startLoad(shops.map(({ address }) => `http://${address}:3000`));
  const { buyers, warmReaders, newReaders, probe, administrator } = load;
  let isMended = false;
  const mend = async () => {
    if (!isMended) await scenario.mend?.();
    isMended = true;
  };
  let faultAt = 0;
  try {
    await until('orders', async () => buyers.placed.length >= 30);
    faultAt = performance.now();
    await scenario.inflict();
    const begunAt = performance.now();
    await until(
      'orders',
      async () => buyers.placed.filter(({ startedAt }) => startedAt > begunAt).length >= 30,
    );
    await mend();
    await cluster.untilComplete();
    for (const url of load.urls) await until(url, async () => (await fetch(`${url}/health/ready`)).ok);
    await administrator.stop();
    await until('a change in all processes', async () => (await administrator.change(0)) === shops.length);
  } finally {
    await mend();
    await load.stop();
  }

  const orders = longestGap(
    buyers.placed.map(({ at }) => at),
    faultAt,
  );
  const writes = longestGap(probe.successes, faultAt);
  const placed = buyers.placed.map(({ id }) => id);
  const mails = await untilMailed(placed);
  table[scenario.name] = {
    orders: String(placed.length),
    'no order for': seconds(orders.to - orders.from),
    'no write for': seconds(writes.to - writes.from),
    'orders after writes': writes.to - writes.from < 1000 ? '-' : seconds(orders.to - writes.to),
    'warm reads': share(warmReaders.reads, faultAt, orders.to),
    'new reads': share(newReaders.reads, faultAt, orders.to),
    'emails twice': String(mails.twice),
    'changes seen': String(administrator.changes),
  };
  console.info(scenario.name, table[scenario.name]);

  expect(buyers.unexpected).toEqual([]);
  await expectOnly(placed, buyers.refusedKeys);
  const basket = { productIds: load.productIds, initialStock, lines: 1 };
  await expectWholeOrders(db, { placed, paid: buyers.paid, cancelled: [] }, basket);
  await expectMoney(db, { placed, paid: buyers.paid, cancelled: [] });
  expect(mails.missing).toEqual([]);
  expect(administrator.stale).toEqual([]);
  const others = shops.filter((machine, index) => machine.processId('shop') !== processes[index]);
  expect(others.map(({ name }) => name)).toEqual(scenario.restarted ?? []);
});

test('a point-in-time recovery restores what was written until then', async () => {
  await cluster.untilComplete();
  await cluster.runBackRest('--type=full', 'backup');
  // pgBackRest compares whole seconds, and wants a later one than the end of the backup.
  await db.query(sql`select pg_sleep(1.1)`);
  const insert = (note: string) => db.query(sql`insert into cluster_probe (note) values (${note})`);
  await insert('before');
  const { at } = await db.one<{ at: string }>(sql`select clock_timestamp()::text as at`);
  await insert('after');
  // Waits until the log is archived up to here.
  await cluster.runBackRest('check');
  const machine = await hitMember('leader');
  const [restored, programs] = [join(machine.folder, 'restored'), cluster.values.POSTGRESQL_PROGRAMS ?? ''];
  const target = ['--type=time', `--target=${at}`, '--target-action=promote'];
  await cluster.runBackRest(`--pg1-path=${restored}`, ...target, 'restore');
  const settings = `-c port=5499 -c unix_socket_directories=${restored} -c archive_mode=off`;
  const control = (...args: string[]) =>
    cluster.runAsPostgres(machine, join(programs, 'pg_ctl'), ['-D', restored, '--wait', ...args]);
  await control('start', '--options', settings, '--log', join(restored, 'log'));
  const select = `select string_agg(note, ' ') from cluster_probe where note > ''`;
  const args = [
    '--host',
    restored,
    '--port=5499',
    '--username=postgres',
    '--dbname=shop',
    '--tuples-only',
    '--no-align',
  ];
  const found = await cluster.runAsPostgres(machine, join(programs, 'psql'), [...args, '--command', select]);
  await control('stop');
  expect(found.trim()).toBe('before');
});

async function startLoad(urls: string[]) {
  const shoppers = await openShoppers(db, 150);
  await db.query(sql`update account set verify_email = true`);
  const add = (stock: number) => addProduct(db, { stock });
  const productIds = await Promise.all(Array.from({ length: 5 }, () => add(initialStock)));
  const token = await loginAdmin(urls[0] ?? '');
  const warm = ['/', ...productIds.map((id) => `/product/x-${id}`)];
  const parts = {
    administrator: new Administrator(urls, token, await add(1)),
    buyers: new Buyers(cluster.url, shoppers, productIds),
    warmReaders: new Readers(cluster.url, 50, (turn) => warm[turn % warm.length] ?? '/'),
    newReaders: new Readers(cluster.url, 100, (turn) => {
      const id = unread.pop() ?? '';
      if (turn % 3 === 0) return { name: 'getProductDetails', input: { productId: id } };
      if (turn % 3 === 1) return { name: 'searchProducts', input: { search: id.replace('unread', 'word') } };
      return `/product/x-${id}`;
    }),
    probe: new WriteProbe(ownerUrl),
  };
  const stop = () => Promise.all(Object.values(parts).map((part) => part.stop()));
  return { ...parts, urls, productIds, stop };
}

async function loginAdmin(url: string): Promise<string> {
  const credentials = { email: 'admin@tokri.local', password: cluster.values.ADMIN_PASSWORD };
  const response = await ask(url, 'loginUser', credentials);
  const { accesstoken } = { accesstoken: '', ...response?.answer.data };
  if (accesstoken === '') throw new Error(`The administrator could not log in: ${response?.answer.message}`);
  return accesstoken;
}

/** The longest time without an event since a fault, with the events around it. */
function longestGap(times: readonly number[], since: number): { from: number; to: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const gaps = sorted.slice(1).map((to, index) => ({ from: sorted[index] ?? to, to }));
  const after = gaps.filter(({ to }) => to > since);
  return after.reduce((longest, gap) => (gap.to - gap.from > longest.to - longest.from ? gap : longest), {
    from: since,
    to: since,
  });
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** The share of reads that were answered between two times, or in ten seconds if that is more. */
function share(reads: readonly Read[], from: number, end: number): string {
  const to = Math.max(end, from + 10_000);
  const during = reads.filter(({ at }) => at >= from && at <= to);
  const counts = Object.entries(Object.groupBy(during, ({ status }) => status))
    .filter(([status]) => status !== '200')
    .map(([status, those = []]) => `${those.length} ${status === '0' ? 'not' : `with ${status}`}`);
  const answered = during.filter(({ status }) => status === 200);
  const percent = ((100 * answered.length) / during.length).toFixed(1);
  return counts.length === 0 ? `${percent} %` : `${percent} % (${counts.join(', ')})`;
}

/** The orders of all scenarios so far. */
const allPlaced: string[] = [];

/** Expects these orders and those of earlier scenarios, each once, no other ones, and none under a refused key. */
async function expectOnly(placed: readonly string[], refusedKeys: readonly string[]): Promise<void> {
  allPlaced.push(...placed);
  const rows = await db.query<{ id: string }>(sql`select id from customer_order`);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(allPlaced.toSorted());
  const refused = await db.query(sql`
    select id from customer_order where idempotency_key = any (${[...refusedKeys]})`);
  expect([...refused]).toEqual([]);
}

/** Waits for the email about each order; returns those that are missing, and how many arrived once more. */
async function untilMailed(placed: readonly string[]): Promise<{ missing: string[]; twice: number }> {
  const rows = await db.query<{ order_number: string }>(sql`
    select order_number from customer_order where id = any (${[...placed]}) and status <> 'PENDING_PAYMENT'`);
  const wanted = new Set(rows.map(({ order_number }) => `Your order ${order_number} is placed`));
  const arrived = () =>
    mailServer.mails.flatMap(({ parsed: { subject = '' } }) => (wanted.has(subject) ? [subject] : []));
  const listMissing = () => [...wanted.difference(new Set(arrived()))];
  await until('emails', async () => listMissing().length === 0, 60_000).catch(() => {});
  return { missing: listMissing(), twice: arrived().length - new Set(arrived()).size };
}

/** Sends commands to the HAProxy of each shop. */
async function tellHaproxy(...commands: string[]): Promise<void> {
  for (const { folder: own } of cluster.machinesOf('shop')) {
    const socket = connectSocket(join(own, 'haproxy.sock'));
    socket.end(`${commands.join('; ')}\n`);
    const answer = (await text(socket)).trim();
    if (answer !== '') throw new Error(`HAProxy: ${answer}`);
  }
}

/** Expects that a primary, which is alone, acknowledges no write. */
async function expectNoCommit(machine: Machine): Promise<void> {
  const insert = `insert into cluster_probe default values`;
  const args = ['--host', machine.folder, '--username=postgres', '--dbname=shop', '--command', insert];
  const program = join(cluster.values.POSTGRESQL_PROGRAMS ?? '', 'psql');
  // Patroni ends the connection when it cannot renew the lease.
  await expect(cluster.runAsPostgres(machine, program, args)).rejects.toThrow('server closed the connection');
}
