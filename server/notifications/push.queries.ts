import sql from 'sql-template-tag';
import { privilegedRoles, rolesWith } from '#contract/base/permissions.ts';
import type { PushOrders } from '#contract/notifications/push.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import type { PushKeys, PushRecipient } from '#server/providers/push/push-service.ts';

/** The stored key pair, which is the given one if there was none; processes that start at once get the same. */
export async function insertOrSelectKeys(db: Queryable, keys: PushKeys): Promise<PushKeys> {
  await db.query(sql`
    insert into push_key (public_key, private_key) values (${keys.publicKey}, ${keys.privateKey})
    on conflict do nothing`);
  return db.one<PushKeys>(sql`
    select public_key as "publicKey", private_key as "privateKey" from push_key`);
}

export async function findKeys(db: Queryable): Promise<PushKeys | null> {
  const [row] = await db.query<PushKeys>(sql`
    select public_key as "publicKey", private_key as "privateKey" from push_key`);
  return row ?? null;
}

export async function updatePrivateKey(db: Queryable, { publicKey, privateKey }: PushKeys): Promise<void> {
  await db.query(sql`update push_key set private_key = ${privateKey} where public_key = ${publicKey}`);
}

export type SubscriptionRow = Pick<schema.PushSubscription, 'endpoint' | 'own_orders' | 'new_orders'>;

export async function findSubscription(db: Queryable, sessionId: string): Promise<SubscriptionRow | null> {
  const [row] = await db.query<SubscriptionRow>(sql`
    select endpoint, own_orders, new_orders from push_subscription where session_id = ${sessionId}`);
  return row ?? null;
}

interface NewSubscription extends PushRecipient {
  id: string;
  accountId: string;
  sessionId: string;
  origin: string;
  orders: PushOrders;
  now: Date;
}

/** Locks a session that has not ended, so that its end waits, and then deletes what is inserted. */
export async function lockActiveSession(
  db: Queryable,
  { sessionId, accountId, now }: Pick<NewSubscription, 'sessionId' | 'accountId' | 'now'>,
): Promise<boolean> {
  const rows = await db.query(sql`
    select from session
    where id = ${sessionId} and user_id = ${accountId} and revoked_at is null and expires_at > ${now} for share`);
  return rows.length === 1;
}

/**
 * Deletes the subscription of the session at another endpoint, and that of another session at this one: a browser has
 * one of each. Not that of another account with other keys: someone who learns an endpoint does not have its keys.
 */
export async function deleteFormer(
  db: Queryable,
  { accountId, sessionId, endpoint, p256dh, auth }: NewSubscription,
): Promise<void> {
  await db.query(sql`
    delete from push_subscription
    where session_id = ${sessionId} and endpoint <> ${endpoint}
      or endpoint = ${endpoint} and session_id <> ${sessionId}
        and (account_id = ${accountId} or p256dh = ${p256dh} and auth = ${auth})`);
}

/** Adds a kind of orders to the subscription of a session. False if the endpoint belongs to another account. */
export async function upsertSubscription(db: Queryable, subscription: NewSubscription): Promise<boolean> {
  const { id, accountId, sessionId, endpoint, origin, p256dh, auth, orders, now } = subscription;
  const rows = await db.query(sql`
    insert into push_subscription as s
      (id, account_id, session_id, endpoint, origin, p256dh, auth, own_orders, new_orders, created_at)
    values (${id}, ${accountId}, ${sessionId}, ${endpoint}, ${origin}, ${p256dh}, ${auth}, ${orders === 'own'},
      ${orders === 'new'}, ${now})
    on conflict (endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth, origin = excluded.origin,
      own_orders = s.own_orders or excluded.own_orders, new_orders = s.new_orders or excluded.new_orders
    where s.session_id = excluded.session_id
    returning s.id`);
  return rows.length === 1;
}

/** Deletes the oldest subscriptions of an account beyond a number. */
export async function deleteBeyond(db: Queryable, accountId: string, maximum: number): Promise<void> {
  await db.query(sql`
    delete from push_subscription where id in (
      select id from push_subscription where account_id = ${accountId} order by created_at desc, id desc offset ${maximum})`);
}

/** Locks the subscription of a session. */
export async function lockSubscription(db: Queryable, sessionId: string): Promise<SubscriptionRow | null> {
  const [row] = await db.query<SubscriptionRow>(sql`
    select endpoint, own_orders, new_orders from push_subscription where session_id = ${sessionId} for update`);
  return row ?? null;
}

export async function updateOrders(db: Queryable, sessionId: string, orders: PushOrders): Promise<void> {
  await db.query(sql`
    update push_subscription set own_orders = ${orders === 'own'}, new_orders = ${orders === 'new'}
    where session_id = ${sessionId}`);
}

export async function deleteSubscription(db: Queryable, sessionId: string): Promise<void> {
  await db.query(sql`delete from push_subscription where session_id = ${sessionId}`);
}

/** Does nothing if no subscription has the former endpoint and secret, or the new endpoint is taken. */
export async function replaceSubscription(
  db: Queryable,
  former: Pick<PushRecipient, 'endpoint' | 'auth'>,
  { endpoint, p256dh, auth }: PushRecipient,
): Promise<void> {
  await db.query(sql`
    update push_subscription set endpoint = ${endpoint}, p256dh = ${p256dh}, auth = ${auth}
    where endpoint = ${former.endpoint} and auth = ${former.auth}
      and not exists (select from push_subscription where endpoint = ${endpoint})`);
}

/** A browser to which a message may be sent now. */
export interface ReceiverRow extends PushRecipient {
  accountId: string;
  ownOrders: boolean;
  /** The reader may see orders, and wants to know of new ones. */
  newOrders: boolean;
}

/**
 * Null unless session and account are active, and the browser has subscribed at the shop with this address.
 */
export async function findReceiver(
  db: Queryable,
  id: string,
  { origin, now, needsSecondFactor }: { origin: string; now: Date; needsSecondFactor: boolean },
): Promise<ReceiverRow | null> {
  const [row] = await db.query<ReceiverRow>(sql`
    select p.endpoint, p.p256dh, p.auth, p.account_id as "accountId", p.own_orders as "ownOrders",
      p.new_orders and exists (
        select from staff_role where account_id = a.id and role = any (${rolesWith('view-orders')}::text[]))
      and (a.has_second_factor or not ${needsSecondFactor} or not exists (
        select from staff_role where account_id = a.id and role = any (${[...privilegedRoles]}::text[]))) as "newOrders"
    from push_subscription p
    join session s on s.id = p.session_id
    join account a on a.id = p.account_id
    where p.id = ${id} and p.origin = ${origin} and s.revoked_at is null and s.expires_at > ${now}
      and a.status <> 'Suspended' and a.deleted_at is null`);
  return row ?? null;
}

/** Deletes nothing when the browser has got another endpoint since. */
export async function deleteExpired(db: Queryable, id: string, endpoint: string): Promise<void> {
  await db.query(sql`delete from push_subscription where id = ${id} and endpoint = ${endpoint}`);
}

export function selectSubscriptions(db: Queryable, accountId: string): Promise<schema.PushSubscription[]> {
  return db.query<schema.PushSubscription>(sql`
    select * from push_subscription where account_id = ${accountId} order by created_at desc, id desc`);
}
