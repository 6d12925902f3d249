import { once } from 'node:events';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
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
        await one.db.query(sql`update product_stock set stock = stock - 1 where product_id = ${id}`);
        expect(other.cache.changes).toContainEqual([`stock:${id}`]);
      }),
    );
  });

  test('sends nothing for a rollback or an update without a change', async () => {
    const id = await addProduct(database.db);
    const { cache } = await openProcess();
    await database.db
      .transaction(async (db) => {
        await db.query(sql`update product_stock set stock = 0 where product_id = ${id}`);
        throw new Error('changed my mind');
      })
      .catch(() => {});
    await database.db.query(sql`update product_stock set stock = stock where product_id = ${id}`);
    await database.db.query(sql`update product_stock set stock = stock - 1 where product_id = ${id}`);
    expect(await cache.next()).toEqual([`stock:${id}`]);
  });
});

describe('a process', () => {
  const sell = (db: Database, id: string) =>
    db.query(sql`update product_stock set stock = stock - 1 where product_id = ${id}`);

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
    await one.db.query(sql`update product_stock set stock = stock - 1 where product_id = ${id}`);
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
        await one.db.query(sql`update product_stock set stock = stock - 1 where product_id = ${id}`);
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
    await database.db.query(sql`update product_stock set stock = stock - 1 where product_id = ${id}`);
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
