import { once } from 'node:events';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import pino from 'pino';
import sql, { raw } from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#server/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import {
  CatalogueCache,
  type CatalogueChange,
  listenForCatalogueChanges,
  parseCatalogueChange,
} from './catalogue-cache.ts';

const log = pino({ level: 'silent' });

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
  readonly #changes: CatalogueChange[] = [];
  #wake = () => {};

  override invalidate(change: CatalogueChange): void {
    super.invalidate(change);
    this.#changes.push(change);
    this.#wake();
  }

  /** Waits for the next change. */
  async next(): Promise<CatalogueChange> {
    for (;;) {
      const change = this.#changes.shift();
      if (change !== undefined) return change;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/** Listens as another process does. */
async function openOtherProcess(url: string = database.url): Promise<RecordingCache> {
  const pool = connect(url);
  const catalogueCache = new RecordingCache();
  const following = await listenForCatalogueChanges(pool, catalogueCache, log);
  closers.push(async () => {
    await following.stop();
    await pool.close();
  });
  // It missed all changes before it listened.
  expect(await catalogueCache.next()).toEqual({ kind: 'all' });
  return catalogueCache;
}

describe('a commit of another process', () => {
  test('names the products when stock stays above zero', async () => {
    const ids = [await addProduct(database.db), await addProduct(database.db)];
    const catalogueCache = await openOtherProcess();
    await database.db.query(sql`update product set stock = stock - 1 where id = any (${ids})`);
    const change = await catalogueCache.next();
    expect(change.kind === 'stock' && [...change.productIds].sort()).toEqual(ids.sort());
  });

  test('drops the entries that show the product', async () => {
    const [id, other] = [await addProduct(database.db), await addProduct(database.db)];
    const catalogueCache = await openOtherProcess();
    const cache = catalogueCache.createCache(1000);
    for (const shown of [id, other]) {
      await cache.getOrCompute(shown, async () => ({ productIds: new Set([shown]), bytes: 1 }));
    }
    await database.db.query(sql`update product set stock = stock - 1 where id = ${id}`);
    await catalogueCache.next();
    expect([cache.find(id), cache.find(other) !== undefined]).toEqual([undefined, true]);
  });

  test.each([
    ['a product that sells out', 'update product set stock = 0 where stock > 0'],
    ['a product that is back in stock', 'update product set stock = 5 where stock = 0'],
    ['a new price', 'update product set price_paise = price_paise + 100'],
    ['a new discount', 'update product set discount_basis_points = 500'],
    ['a new name', "update product set name = name || ' now'"],
    ['a new category', "insert into category (id, name) values ('c1', 'Fruit')"],
    ['a product that joins it', "insert into product_category select id, 'c1' from product limit 1"],
    ['another name of it', "update category set name = 'Fruits' where id = 'c1'"],
    ['a product that is gone', 'delete from product where id = (select id from product limit 1)'],
  ])('invalidates everything for %s', async (_what, statement) => {
    await addProduct(database.db);
    const catalogueCache = await openOtherProcess();
    await database.db.query(raw(statement));
    expect(await catalogueCache.next()).toEqual({ kind: 'all' });
  });

  test('sends nothing for a rollback or an update without a change', async () => {
    const id = await addProduct(database.db);
    const catalogueCache = await openOtherProcess();
    await database.db
      .transaction(async (db) => {
        await db.query(sql`update product set stock = 0 where id = ${id}`);
        throw new Error('changed my mind');
      })
      .catch(() => {});
    await database.db.query(sql`update product set stock = stock where id = ${id}`);
    await database.db.query(sql`update product set stock = stock - 1 where id = ${id}`);
    expect(await catalogueCache.next()).toEqual({ kind: 'stock', productIds: [id] });
  });

  test('invalidates everything when hundreds of products change at once', async () => {
    await database.db.query(sql`
      insert into product (id, name, unit, stock, price_paise)
      select 'many' || n, 'Many ' || n, '1 kg', 50, 1000 from generate_series(1, 500) as n`);
    const catalogueCache = await openOtherProcess();
    await database.db.query(sql`update product set stock = stock - 1 where id like 'many%'`);
    expect(await catalogueCache.next()).toEqual({ kind: 'all' });
  });
});

describe('a lost connection', () => {
  test('reconnects and invalidates everything, because notifications were missed', async () => {
    const catalogueCache = await openOtherProcess();
    await database.db.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`);
    expect(await catalogueCache.next()).toEqual({ kind: 'all' });
    const id = await addProduct(database.db);
    expect(await catalogueCache.next()).toEqual({ kind: 'all' });
    await database.db.query(sql`update product set stock = stock - 1 where id = ${id}`);
    expect(await catalogueCache.next()).toEqual({ kind: 'stock', productIds: [id] });
  });

  test('reconnects when the database becomes reachable again', async () => {
    const proxy = await openProxy(database.url);
    const catalogueCache = await openOtherProcess(proxy.url);
    proxy.close();
    await proxy.rejectedConnection();
    proxy.open();
    expect(await catalogueCache.next()).toEqual({ kind: 'all' });
    const id = await addProduct(database.db);
    await database.db.query(sql`update product set stock = stock - 1 where id = ${id}`);
    let change = await catalogueCache.next();
    while (change.kind === 'all') change = await catalogueCache.next();
    expect(change).toEqual({ kind: 'stock', productIds: [id] });
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

test('parses an unknown payload as a change of everything', () => {
  expect(parseCatalogueChange('stock:a,b')).toEqual({ kind: 'stock', productIds: ['a', 'b'] });
  for (const payload of ['all', '', 'stock', 'stock:', 'Stock:a', 'stock:a,,b', 'stock:a b', 'prices']) {
    expect(parseCatalogueChange(payload)).toEqual({ kind: 'all' });
  }
});
