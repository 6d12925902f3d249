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

/** Reads that remember what they were told. */
class HeardReads extends CatalogueCache {
  readonly #heard: CatalogueChange[] = [];
  #wake = () => {};

  override apply(change: CatalogueChange): void {
    super.apply(change);
    this.#heard.push(change);
    this.#wake();
  }

  /** The next change that was told, waited for if need be. */
  async next(): Promise<CatalogueChange> {
    for (;;) {
      const change = this.#heard.shift();
      if (change !== undefined) return change;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/** Another process of the shop, which follows what this one's database announces. */
async function openOtherProcess(url: string = database.url): Promise<HeardReads> {
  const pool = connect(url);
  const reads = new HeardReads();
  const following = await listenForCatalogueChanges(pool, reads, log);
  closers.push(async () => {
    await following.stop();
    await pool.close();
  });
  // Whatever was announced before it listened, it does not know.
  expect(await reads.next()).toEqual({ kind: 'all' });
  return reads;
}

describe('what another process commits', () => {
  test('a stock that stays above zero names its products', async () => {
    const ids = [await addProduct(database.db), await addProduct(database.db)];
    const reads = await openOtherProcess();
    await database.db.query(sql`update product set stock = stock - 1 where id = any (${ids})`);
    const change = await reads.next();
    expect(change.kind === 'stock' && [...change.productIds].sort()).toEqual(ids.sort());
  });

  test('drops what shows the product, there', async () => {
    const [id, other] = [await addProduct(database.db), await addProduct(database.db)];
    const reads = await openOtherProcess();
    const shelf = reads.openCache(1000);
    for (const shown of [id, other]) {
      await shelf.read(shown, async () => ({ productIds: new Set([shown]), bytes: 1 }));
    }
    await database.db.query(sql`update product set stock = stock - 1 where id = ${id}`);
    await reads.next();
    expect([shelf.find(id), shelf.find(other) !== undefined]).toEqual([undefined, true]);
  });

  test.each([
    ['a product that sells out', 'update product set stock = 0 where stock > 0'],
    ['a product that is back', 'update product set stock = 5 where stock = 0'],
    ['a new price', 'update product set price_paise = price_paise + 100'],
    ['a new discount', 'update product set discount_basis_points = 500'],
    ['a new name', "update product set name = name || ' now'"],
    ['a new category', "insert into category (id, name) values ('c1', 'Fruit')"],
    ['a product that joins it', "insert into product_category select id, 'c1' from product limit 1"],
    ['another name of it', "update category set name = 'Fruits' where id = 'c1'"],
    ['a product that is gone', 'delete from product where id = (select id from product limit 1)'],
  ])('%s changes everything', async (_what, statement) => {
    await addProduct(database.db);
    const reads = await openOtherProcess();
    await database.db.query(raw(statement));
    expect(await reads.next()).toEqual({ kind: 'all' });
  });

  test('nothing is told of what is rolled back, nor of what changed nothing', async () => {
    const id = await addProduct(database.db);
    const reads = await openOtherProcess();
    await database.db
      .transaction(async (db) => {
        await db.query(sql`update product set stock = 0 where id = ${id}`);
        throw new Error('changed my mind');
      })
      .catch(() => {});
    await database.db.query(sql`update product set stock = stock where id = ${id}`);
    await database.db.query(sql`update product set stock = stock - 1 where id = ${id}`);
    expect(await reads.next()).toEqual({ kind: 'stock', productIds: [id] });
  });

  test('a change of hundreds of products is told without naming them', async () => {
    await database.db.query(sql`
      insert into product (id, name, unit, stock, price_paise)
      select 'many' || n, 'Many ' || n, '1 kg', 50, 1000 from generate_series(1, 500) as n`);
    const reads = await openOtherProcess();
    await database.db.query(sql`update product set stock = stock - 1 where id like 'many%'`);
    expect(await reads.next()).toEqual({ kind: 'all' });
  });
});

describe('a connection that is lost', () => {
  test('is opened again, and whatever was missed is made good', async () => {
    const reads = await openOtherProcess();
    await database.db.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`);
    expect(await reads.next()).toEqual({ kind: 'all' });
    const id = await addProduct(database.db);
    expect(await reads.next()).toEqual({ kind: 'all' });
    await database.db.query(sql`update product set stock = stock - 1 where id = ${id}`);
    expect(await reads.next()).toEqual({ kind: 'stock', productIds: [id] });
  });

  test('is opened again when the database could not be reached for a while', async () => {
    const road = await openRoad(database.url);
    const reads = await openOtherProcess(road.url);
    road.close();
    await road.refusedSomebody();
    road.open();
    expect(await reads.next()).toEqual({ kind: 'all' });
    const id = await addProduct(database.db);
    await database.db.query(sql`update product set stock = stock - 1 where id = ${id}`);
    let change = await reads.next();
    while (change.kind === 'all') change = await reads.next();
    expect(change).toEqual({ kind: 'stock', productIds: [id] });
  });
});

/** A way to the database that can be cut. */
async function openRoad(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isOpen = true;
  let noteRefusal = () => {};
  const refused = new Promise<void>((resolve) => {
    noteRefusal = resolve;
  });
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (!isOpen) {
      socket.destroy();
      noteRefusal();
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
    refusedSomebody: () => refused,
  };
}

test('what cannot be read means everything', () => {
  expect(parseCatalogueChange('stock:a,b')).toEqual({ kind: 'stock', productIds: ['a', 'b'] });
  for (const payload of ['all', '', 'stock', 'stock:', 'Stock:a', 'stock:a,,b', 'stock:a b', 'prices']) {
    expect(parseCatalogueChange(payload)).toEqual({ kind: 'all' });
  }
});
