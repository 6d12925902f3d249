import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/connect.ts';
import { type CatalogueCache, parseCatalogueChange } from './catalogue-cache.ts';

/** On `catalogue` database triggers announce changes; on `catalogue_barrier` processes wait for each other. */
const channels = { changes: 'catalogue', barrier: 'catalogue_barrier' };
const lockKey = 'catalogue caches';
const barrierTimeoutMs = 500;

/**
 * Keeps the caches of this process up to date. Resolves when all other processes wait for this one, so call it before the
 * first request is served. From then on a statement or transaction that changes the catalogue resolves when no process
 * has an outdated entry any more. A process that does not answer delays it by half a second at most.
 */
export async function listenForCatalogueChanges(
  db: Database,
  cache: CatalogueCache,
  log: FastifyBaseLogger,
): Promise<{ stop(): Promise<void> }> {
  const barrier = new Barrier(db, log);
  let isJoined = false;
  const changes = await db.listen(
    channels.changes,
    (payload) => cache.invalidate(parseCatalogueChange(payload)),
    () => {
      log.debug('Listening for catalogue changes');
      // Notifications sent while disconnected were missed.
      cache.invalidate('all');
      if (isJoined) void barrier.join();
    },
  );
  const messages = await db.listen(channels.barrier, (payload, sender) => barrier.receive(payload, sender));
  // The locks show which processes listen, and end with the connection.
  const lock = await db.holdLock(lockKey);
  await barrier.join();
  isJoined = true;
  const own = applyOwnChanges(db, cache, barrier);
  return {
    async stop() {
      own.stop();
      // Limited, because the connection may be lost.
      const limit = wait(barrierTimeoutMs, undefined, { ref: false });
      await Promise.race([barrier.leave().then(() => lock.unlisten()), limit]);
      await messages.unlisten();
      await changes.unlisten();
    },
  };
}

/** Applies the changes that this process commits, before the statement or transaction resolves. */
export function applyOwnChanges(
  db: Database,
  cache: CatalogueCache,
  barrier?: Pick<Barrier, 'wait'>,
): { stop(): void } {
  return db.onAnnouncement(async (announcements) => {
    for (const payload of announcements) cache.invalidate(parseCatalogueChange(payload));
    await barrier?.wait();
  });
}

/**
 * Waits until all other processes have received the notifications of everything that is committed by now. PostgreSQL
 * delivers notifications in the order of commits, so a process that answers a message has received all earlier ones. A
 * process is identified by the process id of its listening connection.
 */
class Barrier {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  #self = 0;
  readonly #peers = new Set<number>();
  /** Peers that have not answered the running round. */
  #missing = new Set<number>();
  #round = 0;
  #endRound = () => {};
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(db: Database, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  /** Finds the other processes, and makes them wait for this one. */
  async join(): Promise<void> {
    try {
      await this.#findPeers();
      await this.wait();
    } catch (error) {
      // The listening connection is lost; its replacement joins.
      this.#log.debug({ err: error }, 'Could not join the other processes');
    }
  }

  async leave(): Promise<void> {
    if (this.#peers.size > 0) await this.#send('leave');
  }

  /** Never rejects. Concurrent callers share a round, unless it started before the call. */
  wait(): Promise<void> {
    if (this.#peers.size === 0) return Promise.resolve();
    this.#next ??= this.#running.then(() => {
      this.#running = this.#runRound();
      this.#next = null;
      return this.#running;
    });
    return this.#next;
  }

  /** Messages are `ask <round>`, `answer <round> <process id>` and `leave`. */
  receive(payload: string, sender: number): void {
    if (sender === this.#self) return;
    const [kind, round, to] = payload.split(' ');
    if (kind === 'ask') {
      this.#peers.add(sender);
      void this.#send(`answer ${Number(round)} ${sender}`);
    } else if (kind === 'leave') {
      this.#peers.delete(sender);
      this.#arrived(sender);
    } else if (Number(to) === this.#self && Number(round) === this.#round) this.#arrived(sender);
  }

  #arrived(peer: number): void {
    this.#missing.delete(peer);
    if (this.#missing.size === 0) this.#endRound();
  }

  async #runRound(): Promise<void> {
    this.#missing = new Set(this.#peers);
    if (this.#missing.size === 0) return;
    this.#round += 1;
    const ended = new Promise<void>((resolve) => {
      this.#endRound = resolve;
    });
    const timer = setTimeout(this.#endRound, barrierTimeoutMs);
    void this.#send(`ask ${this.#round}`);
    await ended;
    clearTimeout(timer);
    if (this.#missing.size === 0) return;
    this.#log.warn(
      { count: this.#missing.size },
      'Other processes did not confirm a catalogue change in time',
    );
    // Those that have ended are no longer waited for. Limited, because this connection may be the lost one.
    const limit = wait(barrierTimeoutMs, undefined, { ref: false });
    await Promise.race([this.#findPeers().catch(() => {}), limit]);
  }

  async #findPeers(): Promise<void> {
    const known = [...this.#peers];
    const rows = await this.#db.queryListener<{ pid: number; is_self: boolean }>(`
      select l.pid, l.pid = pg_backend_pid() as is_self
      from pg_locks l, hashtextextended('${lockKey}', 0) as key
      where l.locktype = 'advisory' and l.granted and l.objsubid = 1
        and l.database = (select oid from pg_database where datname = current_database())
        and l.classid::bigint = (key >> 32) & 4294967295 and l.objid::bigint = key & 4294967295`);
    this.#self = rows.find((row) => row.is_self)?.pid ?? 0;
    const present = new Set(rows.flatMap((row) => (row.is_self ? [] : [row.pid])));
    // Keeps those that have joined since the query.
    for (const pid of known) if (!present.has(pid)) this.#peers.delete(pid);
    for (const pid of present) this.#peers.add(pid);
  }

  /** Does nothing while the connection is lost: then no answer could arrive. */
  async #send(message: string): Promise<void> {
    await this.#db.queryListener(`notify ${channels.barrier}, '${message}'`).catch(() => {});
  }
}
