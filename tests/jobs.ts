import type { Sql } from '#server/database/connect.ts';

/** Makes every job that waits for its next try due, so that a test does not wait for the clock. */
export async function hurryJobs(sql: Sql): Promise<void> {
  await sql`update job_queue.job set start_after = now() where state = 'retry'`;
  await sql`select pg_notify('job', name) from job_queue.queue`;
}

/** How many jobs there are in each state; those that are done are gone. */
export async function jobStates(sql: Sql): Promise<Record<string, number>> {
  const rows = await sql<{ state: string; count: number }[]>`
    select state::text, count(*) as count from job_queue.job group by state`;
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}
