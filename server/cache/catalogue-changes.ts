import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/connect.ts';
import { type CatalogueCache, parseCatalogueChange } from './catalogue-cache.ts';

/** On it database triggers announce changes. */
const channel = 'catalogue';

/**
 * Keeps the caches of this process up to date, with the changes of this process and of all others. Without it a process
 * serves outdated entries until they are evicted. A change is applied in its own process before its statement or
 * transaction resolves, and in another one when PostgreSQL delivers the notification: 200 ms later at most. A process
 * that has lost its listening connection applies everything when it reconnects.
 */
export async function listenForCatalogueChanges(
  db: Database,
  cache: CatalogueCache,
  log: FastifyBaseLogger,
): Promise<{ stop(): Promise<void> }> {
  const changes = await db.listen(
    channel,
    (payload) => cache.invalidate(parseCatalogueChange(payload)),
    () => {
      log.debug('Listening for catalogue changes');
      // Notifications sent while disconnected were missed.
      cache.invalidate('all');
    },
  );
  const own = applyOwnChanges(db, cache);
  return {
    async stop() {
      own.stop();
      await changes.unlisten();
    },
  };
}

/** Applies the changes that this process commits, before the statement or transaction resolves. */
export function applyOwnChanges(db: Database, cache: CatalogueCache): { stop(): void } {
  return db.onAnnouncement((announcements) => {
    for (const payload of announcements) cache.invalidate(parseCatalogueChange(payload));
  });
}
