import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { AppError } from '#contract/base/errors.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import type { Context, RequestContext } from '#server/http/context.ts';
import { queueEmail } from '#server/notifications/notifications.service.ts';
import { parseDevice } from './device.ts';

// Bounds the table against scripts.
const maximumDevices = 50;

/**
 * Compares the device of a login, which the caller has verified, with those of the account. Call the returned
 * function in the transaction of the login: it remembers the device, and queues an email about a new one. None is
 * sent for the first login, to an unverified address, and beyond a limit.
 * @param device the random value that the browser stores; without one each login is from a new device
 */
export async function recognizeDevice(
  context: RequestContext,
  account: Pick<schema.Account, 'id' | 'email' | 'last_login_date' | 'verify_email'>,
  device: string | undefined,
): Promise<(transaction: Pick<Context, 'db' | 'now' | 'cryptography'>) => Promise<void>> {
  const { id, email: to, last_login_date, verify_email } = account;
  // The value is random, so a fast hash is enough.
  const hash = device === undefined ? null : createHash('sha256').update(`${id} ${device}`).digest();
  const isKnown = hash !== null && (await isKnownDevice(context.db, id, hash));
  const isUnusual = !isKnown && last_login_date !== null && verify_email;
  const isEmailDue = isUnusual && (await isWithinLimit(context, id));
  return async (transaction) => {
    const { db, now } = transaction;
    if (hash !== null) await upsertDevice(db, id, hash, now());
    if (!isEmailDue) return;
    const { device: name } = parseDevice(context.userAgent);
    const at = now().toISOString();
    await queueEmail(transaction, { kind: 'new-device', to, name: '', device: name, at });
  };
}

async function isWithinLimit({ rateLimits, log }: RequestContext, accountId: string): Promise<boolean> {
  try {
    await rateLimits.newDeviceEmails.take(accountId);
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error;
    log.info({ accountId }, 'A login from a new device is not announced: there were too many today');
    return false;
  }
}

/** Forgets all devices of an account. */
export async function forgetDevices({ db }: Pick<Context, 'db'>, accountId: string): Promise<void> {
  await db.query(sql`delete from known_device where account_id = ${accountId}`);
}

/** The devices of an account for the export of its data, most recently used first. */
export async function exportDevices(
  { db }: Pick<Context, 'db'>,
  accountId: string,
): Promise<{ firstUsedAt: string; lastUsedAt: string }[]> {
  const rows = await db.query<schema.KnownDevice>(sql`
    select * from known_device where account_id = ${accountId} order by last_used_at desc`);
  return rows.map(({ created_at, last_used_at }) => ({
    firstUsedAt: created_at.toISOString(),
    lastUsedAt: last_used_at.toISOString(),
  }));
}

async function isKnownDevice(db: Queryable, accountId: string, hash: Buffer): Promise<boolean> {
  const rows = await db.query(sql`
    select from known_device where account_id = ${accountId} and device_hash = ${hash}`);
  return rows.length > 0;
}

/** Forgets those that were not used for longest, beyond the maximum. */
async function upsertDevice(db: Queryable, accountId: string, hash: Buffer, now: Date): Promise<void> {
  await db.query(sql`
    insert into known_device (account_id, device_hash, created_at, last_used_at)
    values (${accountId}, ${hash}, ${now}, ${now})
    on conflict (account_id, device_hash) do update set last_used_at = excluded.last_used_at`);
  await db.query(sql`
    delete from known_device where account_id = ${accountId} and device_hash in (
      select device_hash from known_device where account_id = ${accountId}
      order by last_used_at desc, device_hash offset ${maximumDevices})`);
}
