import sql from 'sql-template-tag';
import type { Queryable } from '../database/connect.ts';

/** The jobs that the shop does after it has answered, with what each of them needs to know. */
export interface Jobs {
  /** A mail that is owed: a sealed `Email`, and until when it makes sense (ISO). */
  letter: { sealed: string; until: string };
  /** A checked file of products that is to be applied. */
  'product-import': { importId: string };
  /** An order that waits for its payment: its time is over, or it has ended and nobody may pay on its page any more. */
  'order-expiry': { orderId: string };
  /** Money that is to go back: the id of its row. */
  refund: { refundId: string };
}
export type JobName = keyof Jobs;

interface Options {
  /** After that nobody will want it any more, and its row goes. */
  keepSeconds: number;
  /** Whoever waits for it goes first. */
  isUrgent?: boolean;
}

/** Queues a job within the transaction of `db`: it is done, some time after the commit, by one process. */
export async function queueJob<Name extends JobName>(
  db: Queryable,
  name: Name,
  data: Jobs[Name],
  { keepSeconds, isUrgent = false }: Options,
): Promise<void> {
  await db.query(sql`
    select queue_job(${name}, ${JSON.stringify(data)}::text::jsonb, make_interval(secs => ${keepSeconds}),
      ${isUrgent ? 1 : 0})`);
}
