import type { Coordinates } from '#contract/addresses/postal-address.ts';
import type { ParsedInput } from '#contract/api.ts';
import { dayMs, deliveryRequestDays } from '#contract/base/durations.ts';
import { findDelivery, type Place } from '#contract/delivery/delivery-area.ts';
import type { DeliveryRequest } from '#contract/delivery/delivery-request.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Context, RequestContext } from '#server/http/context.ts';
import type { JobHandlers } from '#server/jobs/job-queue.ts';
import { queueEmail } from '#server/notifications/notifications.service.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import * as queries from './delivery-request.queries.ts';

const listedPincodes = 100;
const requestsAtOnce = 500;

/**
 * Stores that an email address waits for the delivery to a place. Returns true if the store delivers there: then
 * nothing is stored. The answer tells nothing of earlier requests. Throws TOO_MANY_REQUESTS.
 */
export async function requestDelivery(
  context: RequestContext,
  { email, pincode, location }: ParsedInput<'requestDelivery'>,
): Promise<{ isInside: boolean }> {
  await context.rateLimits.requestDelivery.take(context.remoteAddress);
  return inTransaction(context, async (transaction) => {
    const { db, now } = transaction;
    // Stored before the settings are read: the job of a change of the area waits for the end of this transaction.
    const isNew = await queries.insertRequest(db, { email, pincode, location, requestedAt: now() });
    const { settings } = await currentSettings(transaction);
    const isInside = isDelivered(settings, pincode, location);
    // An earlier one gets its email.
    if (isInside && isNew) await queries.deleteRequests(db, email, [pincode]);
    return { isInside };
  });
}

function isDelivered(settings: StoreSettings, pincode: string, location: Coordinates | null): boolean {
  const place: Place = { pincode, country: 'India', location };
  return findDelivery(settings, place).isInside;
}

/** How many requests there are, without their senders. */
export function listDeliveryRequests({ db }: Pick<Context, 'db'>) {
  return queries.countRequests(db, listedPincodes);
}

/** The requests of an address. */
export async function exportDeliveryRequests(
  { db }: Pick<Context, 'db'>,
  email: string,
): Promise<DeliveryRequest[]> {
  const rows = await queries.selectRequestsOf(db, email);
  return rows.map((row) => ({
    pincode: row.pincode,
    location: toLocation(row),
    requestedAt: row.requested_at.toISOString(),
  }));
}

export function deleteDeliveryRequests({ db }: Pick<Context, 'db'>, email: string): Promise<void> {
  return queries.deleteRequestsOf(db, email);
}

type JobContext = Pick<Context, 'db' | 'now' | 'cryptography'>;

/** After a change of the delivery area: emails those whose place is inside now. Daily: deletes old requests. */
export function deliveryRequestJobs(context: JobContext): JobHandlers {
  return {
    'tell-delivery-requests': ({ signal }) => tellAll(context, signal),
    'delete-delivery-requests': () =>
      queries.deleteRequestsBefore(
        context.db,
        new Date(context.now().getTime() - deliveryRequestDays * dayMs),
      ),
  };
}

async function tellAll(context: JobContext, signal: AbortSignal): Promise<void> {
  // Waits for requests that have stored their row and read the settings of before the change; this job sees them then.
  await inTransaction(context, ({ db }) => queries.lockAllRequests(db));
  let last = { email: '', pincode: '' };
  for (;;) {
    signal.throwIfAborted();
    const { settings } = await currentSettings(context);
    const requests = await queries.selectRequestsAfter(context.db, last, requestsAtOnce);
    const inside = Map.groupBy(
      requests.filter((each) => isDelivered(settings, each.pincode, toLocation(each))),
      ({ email }) => email,
    );
    for (const [email, own] of inside) {
      const pincodes = own.map(({ pincode }) => pincode);
      await inTransaction(context, (transaction) => tell(transaction, email, pincodes));
    }
    const next = requests.at(-1);
    if (next === undefined) return;
    last = next;
  }
}

/**
 * Queues one email and deletes its requests, in the transaction. Those that another process has told or that were
 * deleted need none.
 */
async function tell(context: JobContext, email: string, pincodes: readonly string[]): Promise<void> {
  const told = await queries.deleteRequests(context.db, email, pincodes);
  if (told.length === 0) return;
  await queueEmail(context, { kind: 'delivery-available', to: email, name: '', pincodes: told });
}

function toLocation({ latitude, longitude }: queries.DeliveryRequestRow): Coordinates | null {
  return latitude === null || longitude === null
    ? null
    : { latitude: Number(latitude), longitude: Number(longitude) };
}
