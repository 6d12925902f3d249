import type { Context } from '../../context.ts';
import { HopelessJobError, type Job, type JobQueue } from '../../jobs/job-queue.ts';
import { MailRefusedError, type MailTransport } from '../../providers/mail/mail-transport.ts';
import type { Letter } from './letter.ts';
import { mailOf } from './mail-of.ts';
import type { ShopIdentity } from './wording.ts';

interface Delivery {
  context: Pick<Context, 'now' | 'secrets'>;
  transport: MailTransport;
  shop: ShopIdentity;
}

/**
 * Sends the letters that are owed, as long as they make sense. A letter that is tried again is the same mail, so
 * that a reader who gets it twice after all sees it once.
 */
export function deliverLetters(jobs: JobQueue, delivery: Delivery): Promise<void> {
  return jobs.work('letter', (job) => deliver(job, delivery));
}

async function deliver(job: Job<'letter'>, { context, transport, shop }: Delivery): Promise<void> {
  const letter = read(job.data.sealed, context);
  if (letter.kind === 'nobody') return;
  const what = `the letter '${letter.kind}' to ${letter.to}`;
  if (context.now() > new Date(job.data.until)) {
    throw new HopelessJobError(`It is too late for ${what}: no mail server took it in time.`);
  }
  try {
    await transport.send(mailOf(letter, shop, { id: job.id, date: job.queuedAt }), job.signal);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const Failure = error instanceof MailRefusedError ? HopelessJobError : Error;
    // Without the error itself, which may hold what was said to the server.
    throw new Failure(`The mail server did not take ${what}: ${reason}`);
  }
}

function read(sealed: string, { secrets }: Delivery['context']): Letter {
  try {
    return JSON.parse(secrets.open(sealed));
  } catch {
    throw new HopelessJobError(
      'A letter cannot be read any more: AUTH_SECRET has changed since it was queued.',
    );
  }
}
