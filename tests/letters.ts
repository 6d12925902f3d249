import type { Sql } from '#server/database/connect.ts';
import type { Letter } from '#server/features/mail/letter.ts';
import { testSecrets } from './context.ts';

/** The letters that the shop owes to an address, oldest first. */
export async function lettersTo(sql: Sql, email: string): Promise<Exclude<Letter, { kind: 'nobody' }>[]> {
  const letters = await allLetters(sql);
  return letters.filter((letter) => letter.kind !== 'nobody').filter(({ to }) => to === email);
}

/** All letters that the shop owes, oldest first, those to nobody too. */
export async function allLetters(sql: Sql): Promise<Letter[]> {
  const rows = await sql<{ sealed: string }[]>`
    select data ->> 'sealed' as sealed from job_queue.job where name = 'letter' order by created_on`;
  return rows.map(({ sealed }) => JSON.parse(testSecrets.open(sealed)));
}
