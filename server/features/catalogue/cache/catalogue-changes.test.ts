import { once } from 'node:events';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import sql, { raw, type Sql } from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { connect, type Database } from '#server/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { CatalogueCache, type CatalogueChange } from './catalogue-cache.ts';
import { listenForCatalogueChanges } from './catalogue-changes.ts';

const confirmationMissing = 'Other processes did not confirm a catalogue change in time';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Records the changes it is notified of. */
class RecordingCache extends CatalogueCache {
  readonly changes: CatalogueChange[] = [];
  #wake = () => {};

  override invalidate(change: CatalogueChange): void {
    super.invalidate(change);
    this.changes.push(change);
    this.#wake();
  }

  /** Waits for the next change. */
  async next(): Promise<CatalogueChange> {
    for (;;) {
      const change = this.changes.shift();
      if (change !== undefined) return change;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/** A process with its own connections. */
async function openProcess(url: string = database.url) {
  const db = connect(url);
  const cache = new RecordingCache();
  const warnings: string[] = [];
  const log = pino(
    { level: 'warn' },
    { write: (line) => warnings.push(z.object({ msg: z.string() }).parse(JSON.parse(line)).msg) },
  );
  const following = await listenForCatalogueChanges(db, cache, log);
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await following.stop();
    await db.close();
  };
  closers.push(stop);
  // It missed all changes before it listened.
  expect(await cache.next()).toBe('all');
  return { db, cache, warnings, stop };
}

describe('the tags that are announced', () => {
  beforeEach(async () => {
    await database.db.pool.query(
      `
      insert into category (id, name) values ('dairy', 'Dairy'), ('staples', 'Staples'), ('offers', 'Offers');
      insert into sub_category (id, name) values ('fresh', 'Fresh'), ('grains', 'Grains'), ('dried', 'Dried');
      insert into product (id, name, unit, stock, price_paise)
        values ('milk', 'Milk', '1 l', 5, 5000), ('rice', 'Rice', '1 kg', 0, 9000);
      insert into product_category values ('milk', 'dairy'), ('milk', 'offers'), ('rice', 'staples');
      insert into product_sub_category values ('milk', 'fresh'), ('rice', 'grains');`,
    );
  });
  afterEach(() =>
    database.db.pool.query(
      `
      delete from product where id in ('milk', 'rice') or name like 'Many%' or id = 'oats';
      delete from sub_category; delete from category;`,
    ),
  );

  /** The tags of what a transaction announces, sorted; `all` for everything. */
  async function announcedBy(...statements: Sql[]): Promise<string[] | 'all'> {
    const announced: string[] = [];
    const handler = database.db.onAnnouncement(async (payloads) => void announced.push(...payloads));
    await database.db.transaction(async (transaction) => {
      for (const statement of statements) await transaction.query(statement);
    });
    handler.stop();
    if (announced.includes('all')) return 'all';
    return [...new Set(announced.flatMap((payload): string[] => JSON.parse(payload)))].sort();
  }

  const milkLists = ['category:dairy', 'category:offers', 'product:milk', 'search', 'sub-category:fresh'];
  const riceLists = ['category:staples', 'product:rice', 'search', 'sub-category:grains'];
  test.each<[string, string, string[] | 'all']>([
    ['a new price', "update product set price_paise = 100 where id = 'milk'", ['product:milk']],
    ['a new discount', "update product set discount_basis_points = 1 where id = 'milk'", ['product:milk']],
    ['new images', "update product set images = '{/a}' where id = 'milk'", ['product:milk']],
    ['a new name', "update product set name = 'M' where id = 'milk'", ['product:milk', 'search']],
    ['a new unit', "update product set unit = '2 l' where id = 'milk'", ['product:milk', 'search']],
    [
      'a new description',
      "update product set description = 'D' where id = 'milk'",
      ['product:milk', 'search'],
    ],
    [
      'new details',
      `update product set more_details = '{"A":"B"}' where id = 'milk'`,
      ['product:milk', 'search'],
    ],
    ['another number in stock', "update product set stock = 4 where id = 'milk'", ['stock:milk']],
    [
      'a new time of the last change',
      "update product set updated_at = now() + '1 s' where id = 'milk'",
      ['stock:milk'],
    ],
    [
      'a new price and number in stock',
      "update product set stock = 4, price_paise = 1 where id = 'milk'",
      ['product:milk'],
    ],
    [
      'a product that sells out',
      "update product set stock = 0 where id = 'milk'",
      ['product:milk', 'search-later-pages', 'sub-category-later-pages:fresh'],
    ],
    [
      'a product that sells out with another date of creation',
      "update product set stock = 0, created_at = now() - interval '1 d' where id = 'milk'",
      [...milkLists, 'search-later-pages', 'sub-category-later-pages:fresh'].sort(),
    ],
    ['a product that is back in stock', "update product set stock = 5 where id = 'rice'", riceLists],
    [
      'another date of creation',
      "update product set created_at = now() - interval '1 d' where id = 'rice'",
      riceLists,
    ],
    [
      'products with different changes',
      "update product set stock = stock + 1, price_paise = case id when 'rice' then 1 else price_paise end",
      ['stock:milk', ...riceLists].sort(),
    ],
    ['an update without a change', 'update product set stock = stock, price_paise = price_paise', []],
    ['an update of nothing', "update product set stock = 7 where id = 'none'", []],
    [
      'a new product',
      "insert into product (id, name, unit, stock, price_paise) values ('oats', 'Oats', '1 kg', 1, 1)",
      ['product:oats', 'search'],
    ],
    ['a deleted product', "delete from product where id = 'milk'", milkLists],
    [
      'a product that joins a category',
      "insert into product_category values ('milk', 'staples')",
      [...milkLists, 'category:staples'].sort(),
    ],
    [
      'a product that leaves a category',
      "delete from product_category where category_id = 'offers'",
      milkLists,
    ],
    [
      'a product that joins a sub-category',
      "insert into product_sub_category values ('milk', 'dried')",
      [...milkLists, 'sub-category:dried'].sort(),
    ],
    [
      'a product that leaves a sub-category',
      "delete from product_sub_category where product_id = 'milk'",
      milkLists,
    ],
    ['no membership that is deleted', "delete from product_category where product_id = 'none'", []],
    [
      'a membership that is updated',
      "update product_category set category_id = 'dairy' where product_id = 'rice'",
      'all',
    ],
    ['a new category', "insert into category (id, name) values ('more', 'More')", 'all'],
    ['another name of a category', "update category set name = 'Diary' where id = 'dairy'", 'all'],
    ['another name of a sub-category', "update sub_category set name = 'Raw' where id = 'fresh'", 'all'],
    [
      'a sub-category that joins a category',
      "insert into sub_category_category values ('fresh', 'dairy')",
      'all',
    ],
  ])('name %s', async (_what, statement, tags) => {
    expect(await announcedBy(raw(statement))).toEqual(tags);
  });

  test('name everything for more than 100 products, and for more than a notification can hold', async () => {
    const insert = (count: number, prefix: string) => sql`
      insert into product (id, name, unit, stock, price_paise)
      select ${prefix}::text || n, 'Many ' || ${prefix}::text || n, '1 kg', 50, 1000 from generate_series(1, ${count}) as n`;
    expect(await announcedBy(insert(101, 'a'))).toBe('all');
    expect(await announcedBy(sql`update product set stock = stock - 1 where name like 'Many%'`)).toBe('all');
    await database.db.query(sql`delete from product where name = 'Many a1'`);
    expect(await announcedBy(sql`update product set stock = stock - 1 where name like 'Many%'`)).toHaveLength(
      100,
    );
    expect(await announcedBy(insert(90, 'b'))).toHaveLength(91);
    // 100 ids of 32 characters are longer than 8,000 bytes with the tags of their categories.
    await database.db.pool.query(
      `
      insert into category (id, name) select repeat('c', 24) || (10000000 + n), 'Many ' || n from generate_series(1, 200) as n;
      insert into product_category select 'b1', id from category where name like 'Many%';`,
    );
    await database.db.query(sql`update product set stock = 0 where id = 'b1'`);
    expect(await announcedBy(sql`update product set stock = 5 where id = 'b1'`)).toBe('all');
  });

  test('are those of all statements of a transaction, and none after a rollback', async () => {
    const statements = [
      sql`update product set price_paise = 1 where id = 'milk'`,
      sql`update product set price_paise = 1 where id = 'rice'`,
    ];
    expect(await announcedBy(...statements)).toEqual(['product:milk', 'product:rice']);
    await expect(announcedBy(sql`update product set price_paise = 2`, sql`select 1 / 0`)).rejects.toThrow();
    expect(await announcedBy(sql`select 1`)).toEqual([]);
  });

  test('include the category that a concurrent transaction adds before a product is back in stock', async () => {
    const other = connect(database.url, { maxConnections: 1 });
    let backInStock: Promise<string[] | 'all'> | undefined;
    await other.transaction(async (transaction) => {
      await transaction.query(sql`insert into product_category values ('rice', 'dairy')`);
      backInStock = announcedBy(sql`update product set stock = 5 where id = 'rice'`);
      // The update is waiting for the lock.
      await expect.poll(() => database.db.query(sql`select from pg_locks where not granted`)).toHaveLength(1);
    });
    expect(await backInStock).toEqual(['category:dairy', ...riceLists]);
    await other.close();
  });
});

describe('a commit', () => {
  test('drops the entries that show the product, in its own process and in others, before it resolves', async () => {
    const [id, shown] = [await addProduct(database.db), await addProduct(database.db)];
    const processes = [await openProcess(), await openProcess(), await openProcess()];
    const caches = processes.map(({ cache }) => cache.createCache({ maximumBytes: 1000 }));
    const fill = async () => {
      for (const cache of caches)
        for (const each of [id, shown])
          await cache.getOrCompute(each, async () => ({ tags: new Set([`product:${each}`]), bytes: 1 }));
    };
    for (const { db } of processes) {
      await fill();
      await db.query(sql`update product set price_paise = price_paise + 1 where id = ${id}`);
      expect(caches.map((cache) => [cache.find(id), cache.find(shown) !== undefined])).toEqual(
        caches.map(() => [undefined, true]),
      );
      await fill();
      await db.transaction((transaction) =>
        transaction.query(sql`update product set price_paise = price_paise + 1 where id = ${id}`),
      );
      expect(caches.map((cache) => cache.find(id))).toEqual(caches.map(() => undefined));
    }
  });

  test('of many at once is received by the other process before each resolves', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => addProduct(database.db)));
    const [one, other] = [await openProcess(), await openProcess()];
    await Promise.all(
      ids.map(async (id) => {
        await one.db.query(sql`update product set stock = stock - 1 where id = ${id}`);
        expect(other.cache.changes).toContainEqual([`stock:${id}`]);
      }),
    );
  });

  test('sends nothing for a rollback or an update without a change', async () => {
    const id = await addProduct(database.db);
    const { cache } = await openProcess();
    await database.db
      .transaction(async (db) => {
        await db.query(sql`update product set stock = 0 where id = ${id}`);
        throw new Error('changed my mind');
      })
      .catch(() => {});
    await database.db.query(sql`update product set stock = stock where id = ${id}`);
    await database.db.query(sql`update product set stock = stock - 1 where id = ${id}`);
    expect(await cache.next()).toEqual([`stock:${id}`]);
  });
});

describe('a process', () => {
  const sell = (db: Database, id: string) =>
    db.query(sql`update product set stock = stock - 1 where id = ${id}`);

  test('waits for another that does not answer for half a second, and not again when that has ended', async () => {
    const id = await addProduct(database.db);
    const { db, warnings } = await openProcess();
    // Holds the lock of a process that listens, and answers nothing.
    const silent = connect(database.url);
    const messages = await silent.listen('catalogue_barrier', () => {});
    await silent.holdLock('catalogue caches');
    await silent.queryListener("notify catalogue_barrier, 'ask 1'");
    await wait(50);
    await sell(db, id);
    await sell(db, id);
    // Each waited until the limit.
    expect(warnings).toEqual([confirmationMissing, confirmationMissing]);
    await messages.unlisten();
    await silent.close();
    await sell(db, id);
    const before = warnings.length;
    await sell(db, id);
    expect(warnings.length).toBe(before);
  });

  test('does not wait for one that has stopped', async () => {
    const id = await addProduct(database.db);
    const [one, other] = [await openProcess(), await openProcess()];
    await other.stop();
    await sell(one.db, id);
    expect(one.warnings).toEqual([]);
  });

  test('ignores messages that it does not know', async () => {
    const id = await addProduct(database.db);
    const [one, other] = [await openProcess(), await openProcess()];
    for (const payload of ['', 'answer', 'answer x y', '{"ask":1}'])
      await database.db.query(sql`select pg_notify('catalogue_barrier', ${payload})`);
    await one.db.query(sql`update product set stock = stock - 1 where id = ${id}`);
    expect(other.cache.changes).toContainEqual([`stock:${id}`]);
  });
});

describe('a lost connection', () => {
  test('reconnects and invalidates everything, because notifications were missed', async () => {
    const [one, other] = [await openProcess(), await openProcess()];
    await database.db.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ~* '^(listen|notify|select l.pid)'`);
    expect([await one.cache.next(), await other.cache.next()]).toEqual(['all', 'all']);
    const id = await addProduct(database.db);
    expect(await one.cache.next()).toEqual([`product:${id}`, 'search']);
    // They have found each other again.
    await expect
      .poll(async () => {
        other.cache.changes.length = 0;
        await one.db.query(sql`update product set stock = stock - 1 where id = ${id}`);
        return other.cache.changes;
      })
      .toEqual([[`stock:${id}`]]);
  });

  test('reconnects when the database becomes reachable again', async () => {
    const proxy = await openProxy(database.url);
    const { cache } = await openProcess(proxy.url);
    proxy.close();
    await proxy.rejectedConnection();
    proxy.open();
    expect(await cache.next()).toBe('all');
    const id = await addProduct(database.db);
    await database.db.query(sql`update product set stock = stock - 1 where id = ${id}`);
    expect(await cache.next()).toEqual([`product:${id}`, 'search']);
    expect(await cache.next()).toEqual([`stock:${id}`]);
  });
});

/** A TCP proxy to the database that can be closed and opened. */
async function openProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isOpen = true;
  let noteRejection = () => {};
  const rejected = new Promise<void>((resolve) => {
    noteRejection = resolve;
  });
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (!isOpen) {
      socket.destroy();
      noteRejection();
      return;
    }
    const onward = connectSocket(Number(target.port), target.hostname);
    onward.on('error', () => {});
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  const address = server.address();
  const url = new URL(databaseUrl);
  // The directory of a Unix socket, which takes precedence.
  url.searchParams.delete('host');
  url.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: url.href,
    close() {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    open() {
      isOpen = true;
    },
    rejectedConnection: () => rejected,
  };
}
