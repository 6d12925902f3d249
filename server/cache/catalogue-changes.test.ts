import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { connect, type Database } from '#server/database/connect.ts';
import { openTestDatabase, receiveNotifications } from '#tests/fixtures/database.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { openTcpProxy } from '#tests/fixtures/servers/tcp-proxy.ts';
import { CatalogueCache, type CatalogueChange, listenForCatalogueChanges } from './catalogue-cache.ts';

const database = await openTestDatabase();

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
  const following = await listenForCatalogueChanges(db, cache, pino({ level: 'silent' }));
  closers.push(async () => {
    await following.stop();
    await db.close();
  });
  // It missed all changes before it listened.
  expect(await cache.next()).toBe('all');
  return { db, cache };
}

describe('a commit', () => {
  test('drops the entries that show the product, in its own process before it resolves and in others when they are notified', async () => {
    const [id, shown] = [await addProduct(database.db), await addProduct(database.db)];
    const processes = [await openProcess(), await openProcess(), await openProcess()];
    const caches = processes.map(({ db, cache }) => ({
      db,
      entries: cache.createCache({ maximumBytes: 1000 }),
    }));
    const fill = async () => {
      for (const { db, entries } of caches) {
        await receiveNotifications(db);
        for (const each of [id, shown])
          await entries.getOrCompute(each, async () => ({ tags: new Set([`product:${each}`]), bytes: 1 }));
      }
    };
    const raisePrice = sql`update product set price_paise = price_paise + 1 where id = ${id}`;
    const writes = [
      (db: Database) => db.query(raisePrice),
      (db: Database) => db.transaction((transaction) => transaction.query(raisePrice)),
    ];
    for (const own of caches) {
      for (const write of writes) {
        await fill();
        await write(own.db);
        expect(own.entries.find(id)).toBeUndefined();
        for (const { db, entries } of caches) {
          await receiveNotifications(db);
          expect([entries.find(id), entries.find(shown) !== undefined]).toEqual([undefined, true]);
        }
      }
    }
  });

  test('resolves while another process receives nothing', async () => {
    const id = await addProduct(database.db);
    const { db, cache } = await openProcess();
    const proxy = await openTcpProxy(database.url);
    closers.push(proxy.stop);
    await openProcess(proxy.url);
    proxy.pause();
    closers.push(proxy.resume);
    await db.query(sql`update product_stock set stock = stock - 1 where product_id = ${id}`);
    expect(cache.changes).toContainEqual([`stock:${id}`]);
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

describe('a lost connection', () => {
  test('makes every entry outdated at once, until the process listens again', async () => {
    const proxy = await openTcpProxy(database.url);
    closers.push(proxy.stop);
    const { cache } = await openProcess(proxy.url);
    const entries = cache.createCache({ maximumBytes: 1000 });
    let computed = 0;
    const readTwice = async () => {
      for (let count = 0; count < 2; count += 1)
        await entries.getOrCompute('key', async () => {
          computed += 1;
          return { tags: new Set<string>(), bytes: 1 };
        });
      return computed;
    };
    expect(await readTwice()).toBe(1);
    proxy.close();
    await proxy.rejectedConnection();
    expect(entries.find('key')).toBeUndefined();
    expect(await readTwice()).toBe(3);
    proxy.open();
    expect(await cache.next()).toBe('all');
    expect(await readTwice()).toBe(4);
  });

  test('reconnects and invalidates everything, because notifications were missed', async () => {
    const [one, other] = [await openProcess(), await openProcess()];
    await database.db.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ~* '^listen|pg_is_in_recovery' and pid <> pg_backend_pid()`);
    expect([await one.cache.next(), await other.cache.next()]).toEqual(['all', 'all']);
    const id = await addProduct(database.db);
    expect(await one.cache.next()).toEqual([`product:${id}`, 'search']);
    expect(await other.cache.next()).toEqual([`product:${id}`, 'search']);
  });

  test('reconnects when the database becomes reachable again', async () => {
    const proxy = await openTcpProxy(database.url);
    closers.push(proxy.stop);
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
