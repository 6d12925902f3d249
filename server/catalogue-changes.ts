import type { FastifyBaseLogger } from 'fastify';
import type { CatalogueChange, CatalogueReads } from './catalogue-reads.ts';
import type { Pool } from './database/connect.ts';

const channel = 'catalogue';
const stockOfProducts = /^stock:([0-9A-Za-z]+(?:,[0-9A-Za-z]+)*)$/;

/** Tells what is kept of every change that any process commits (the triggers of the first migration notify). */
export async function followCatalogue(
  pool: Pool,
  reads: CatalogueReads,
  log: FastifyBaseLogger,
): Promise<{ stop(): Promise<void> }> {
  const listening = await pool.listen(
    channel,
    (payload) => reads.apply(changeOf(payload)),
    () => {
      // Also after a lost connection came back: nobody knows what was announced meanwhile.
      log.debug('Listening for changes of the catalogue');
      reads.apply({ kind: 'all' });
    },
  );
  return { stop: () => listening.unlisten() };
}

/** What a notification means; what cannot be read means everything. */
export function changeOf(payload: string): CatalogueChange {
  const [, ids] = stockOfProducts.exec(payload) ?? [];
  return ids === undefined ? { kind: 'all' } : { kind: 'stock', productIds: ids.split(',') };
}
