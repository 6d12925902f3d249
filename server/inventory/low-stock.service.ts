import { inTransaction } from '#server/database/transaction.ts';
import type { Context } from '#server/http/context.ts';
import type { JobHandlers } from '#server/jobs/job-queue.ts';
import { queueEmail } from '#server/notifications/notifications.service.ts';
import { readStoreSettings } from '#server/store/settings.service.ts';
import * as queries from './inventory.queries.ts';

/** The hour of the day, in the time zone of the store, in which the email is sent. */
const hourOfEmail = 7;
const maximumNamed = 50;

/** Every hour: in the morning an email about the products of which little is left, to the address in the settings. */
export function lowStockJobs(
  context: Pick<Context, 'db' | 'now' | 'timeZone' | 'cryptography'>,
): JobHandlers {
  return { 'report-low-stock': () => reportLowStock(context) };
}

async function reportLowStock(
  context: Pick<Context, 'db' | 'now' | 'timeZone' | 'cryptography'>,
): Promise<void> {
  const { db, now, timeZone } = context;
  if (toHour(now(), timeZone) !== hourOfEmail) return;
  const to = (await readStoreSettings({ db })).settings.notifications.lowStockEmail;
  if (to === null) return;
  const { count, products } = await queries.selectLowStock(db, maximumNamed);
  if (count === 0) return;
  await inTransaction(context, (transaction) =>
    queueEmail(transaction, { kind: 'low-stock', to, name: '', count, products }),
  );
}

function toHour(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone });
  return Number(format.format(at));
}
