import type { Context } from '../../context.ts';
import { queueJob } from '../../jobs/queue-job.ts';
import type { Letter } from './letter.ts';

const minuteSeconds = 60;
const daySeconds = 24 * 60 * minuteSeconds;

/**
 * Owes somebody a letter. Within a transaction it is owed when that commits, and not otherwise; it is sent by
 * whatever process comes first, and again until the mail server has taken it or it has become pointless.
 */
export async function queueLetter(
  context: Pick<Context, 'sql' | 'now' | 'secrets'>,
  letter: Letter,
): Promise<void> {
  const { sql, now, secrets } = context;
  const usefulSeconds = usefulSecondsOf(letter);
  const until = new Date(now().getTime() + usefulSeconds * 1000).toISOString();
  // Codes and links open accounts: whoever reads the table or a backup of it must not find them there.
  const job = { sealed: secrets.seal(JSON.stringify(letter)), until };
  await queueJob(sql, 'letter', job, {
    // A while longer than it is useful, so that the worker says that it gave up rather than the row just vanishing.
    keepSeconds: usefulSeconds + daySeconds,
    // Somebody sits before an empty field; a letter to nobody costs the same as any.
    isUrgent: letter.kind === 'one-time-password' || letter.kind === 'nobody',
  });
}

function usefulSecondsOf(letter: Letter): number {
  if (letter.kind === 'one-time-password') return letter.validMinutes * minuteSeconds;
  return 3 * daySeconds;
}
