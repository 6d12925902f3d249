import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';

export type PasskeyRow = schema.Passkey;
export type ChallengePurpose = 'login' | 'totp' | 'passkey' | 'step-up';

export async function selectTotp(db: Queryable, accountId: string): Promise<schema.Totp | null> {
  const [row] = await db.query<schema.Totp>(sql`select * from totp where account_id = ${accountId}`);
  return row ?? null;
}

/** Replaces an earlier one. */
export async function upsertTotp(db: Queryable, totp: schema.Totp): Promise<void> {
  const { account_id, encrypted_secret, last_step, created_at } = totp;
  await db.query(sql`
    insert into totp (account_id, encrypted_secret, last_step, created_at)
    values (${account_id}, ${encrypted_secret}, ${last_step}, ${created_at})
    on conflict (account_id) do update set
      encrypted_secret = excluded.encrypted_secret, last_step = excluded.last_step, created_at = excluded.created_at`);
}

/**
 * Uses the code of a time step and replaces the encrypted secret; false if that code, or a later one, was used
 * before.
 */
export async function consumeTotpStep(
  db: Queryable,
  totp: Omit<schema.Totp, 'created_at'>,
): Promise<boolean> {
  const { account_id, last_step, encrypted_secret } = totp;
  const rows = await db.query(sql`
    update totp set last_step = ${last_step}, encrypted_secret = ${encrypted_secret}
    where account_id = ${account_id} and last_step < ${last_step}
    returning account_id`);
  return rows.length === 1;
}

/** Returns whether there was one. */
export async function deleteTotp(db: Queryable, accountId: string): Promise<boolean> {
  return (
    (await db.query(sql`delete from totp where account_id = ${accountId} returning account_id`)).length === 1
  );
}

/** Oldest first. */
export function selectPasskeys(db: Queryable, accountId: string): Promise<PasskeyRow[]> {
  return db.query<PasskeyRow>(sql`
    select * from passkey where account_id = ${accountId} order by created_at, id`);
}

export async function insertPasskey(db: Queryable, passkey: Omit<PasskeyRow, 'last_used_at'>): Promise<void> {
  const { id, account_id, credential_id, public_key, counter, transports, name, created_at } = passkey;
  await db.query(sql`
    insert into passkey (id, account_id, credential_id, public_key, counter, transports, name, created_at)
    values (${id}, ${account_id}, ${credential_id}, ${public_key}, ${counter}, ${transports}, ${name}, ${created_at})`);
}

/** Stores the counter of a signature; false if it is not higher than that of another signature since. */
export async function recordPasskeyUse(
  db: Queryable,
  id: string,
  counter: number,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    update passkey set counter = ${counter}, last_used_at = ${now}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    returning id`);
  return rows.length === 1;
}

/** Returns whether it was the account's. */
export async function deletePasskey(db: Queryable, accountId: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    delete from passkey where account_id = ${accountId} and id = ${id} returning id`);
  return rows.length === 1;
}

export async function countRecoveryCodes(db: Queryable, accountId: string): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from recovery_code where account_id = ${accountId}`);
  return row.count;
}

export async function replaceRecoveryCodes(
  db: Queryable,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.query(sql`delete from recovery_code where account_id = ${accountId}`);
  await db.query(sql`
    insert into recovery_code (account_id, code_hash)
    select ${accountId}, code_hash from unnest(${hashes}::bytea[]) as code_hash`);
}

/** Deletes the code with one of the hashes; false if the account has no such code. */
export async function consumeRecoveryCode(
  db: Queryable,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<boolean> {
  const rows = await db.query(sql`
    delete from recovery_code where account_id = ${accountId} and code_hash = any(${hashes}::bytea[])
    returning account_id`);
  return rows.length === 1;
}

/** Deletes all factors and recovery codes. */
export async function deleteFactors(db: Queryable, accountId: string): Promise<void> {
  await db.query(sql`delete from totp where account_id = ${accountId}`);
  await db.query(sql`delete from passkey where account_id = ${accountId}`);
  await db.query(sql`delete from recovery_code where account_id = ${accountId}`);
  await db.query(sql`delete from authentication_challenge where account_id = ${accountId}`);
}

type ChallengeRow = Pick<schema.AuthenticationChallenge, 'account_id' | 'encrypted_data'>;

export async function insertChallenge(
  db: Queryable,
  challenge: ChallengeRow & { id_hash: Buffer; purpose: ChallengePurpose; expires_at: Date },
): Promise<void> {
  const { id_hash, account_id, purpose, encrypted_data, expires_at } = challenge;
  await db.query(sql`
    insert into authentication_challenge (id_hash, account_id, purpose, encrypted_data, expires_at)
    values (${id_hash}, ${account_id}, ${purpose}, ${encrypted_data}, ${expires_at})`);
}

interface ChallengeKey {
  /** The digests with the present and the previous secret. */
  idHashes: readonly Buffer[];
  purpose: ChallengePurpose;
  now: Date;
}

/** Counts a try; null for an unknown or expired challenge, or after too many tries. */
export async function countTryAndFindChallenge(
  db: Queryable,
  { idHashes, purpose, now, maximumTries }: ChallengeKey & { maximumTries: number },
): Promise<ChallengeRow | null> {
  const [row] = await db.query<ChallengeRow>(sql`
    update authentication_challenge set tries = tries + 1
    where id_hash = any(${idHashes}::bytea[]) and purpose = ${purpose} and expires_at > ${now} and tries < ${maximumTries}
    returning account_id, encrypted_data`);
  return row ?? null;
}

/** Deletes the challenge; false if it was used since. */
export async function consumeChallenge(
  db: Queryable,
  { idHashes, purpose, now }: ChallengeKey,
): Promise<boolean> {
  const rows = await db.query(sql`
    delete from authentication_challenge
    where id_hash = any(${idHashes}::bytea[]) and purpose = ${purpose} and expires_at > ${now} returning id_hash`);
  return rows.length === 1;
}

/** Deletes a batch of expired challenges, skipping locked rows. */
export async function deleteExpiredChallenges(db: Queryable, now: Date, maximum: number): Promise<void> {
  await db.query(sql`
    delete from authentication_challenge where id_hash in (
      select id_hash from authentication_challenge where expires_at <= ${now}
      order by expires_at limit ${maximum}
      for update skip locked
    )`);
}
