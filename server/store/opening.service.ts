import type { Context } from '#server/http/context.ts';
import * as queries from './opening.queries.ts';

/** Notes that the demo catalogue was removed, so that no start of the server loads it again. */
export async function recordDemoRemoval({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await queries.setDemoRemoved(db, now());
}
