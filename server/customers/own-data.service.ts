import { AppError } from '#contract/base/errors.ts';
import type { OwnData } from '#contract/customers/own-data.ts';
import { deleteAllAddresses, exportAddresses } from '#server/addresses/addresses.service.ts';
import { deleteCart, exportCart } from '#server/cart/cart.service.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { deleteDeliveryRequests, exportDeliveryRequests } from '#server/delivery/delivery-request.service.ts';
import type { AuthenticatedContext } from '#server/http/context.ts';
import {
  anonymiseAccount,
  getOwnAccount,
  lockAccountForDeletion,
  lockOwners,
} from '#server/identity/account.service.ts';
import { keepDigests } from '#server/identity/customer-digest.service.ts';
import {
  deleteVerificationLinks,
  exportVerificationLinks,
} from '#server/identity/email-verification.service.ts';
import { type IdentityProof, requireIdentity } from '#server/identity/login-confirmation.service.ts';
import { wrongPasswordError } from '#server/identity/password.ts';
import { deletePasswordCode, exportPasswordCode } from '#server/identity/password-reset.service.ts';
import { toUser } from '#server/identity/registration.service.ts';
import { getSecondFactor, removeAllFactors } from '#server/identity/second-factor.service.ts';
import { removeUnusedImage } from '#server/images/image.service.ts';
import { closeCredit, readCredit } from '#server/ledger/store-credit.service.ts';
import { deleteAllLists, exportLists } from '#server/lists/list.service.ts';
import { countEmailsTo, dropEmailsTo, queueEmail } from '#server/notifications/notifications.service.ts';
import { exportSubscriptions } from '#server/notifications/push.service.ts';
import { anonymiseOrders, exportOrders } from '#server/orders/order.service.ts';
import { eraseProblems, listProblemsOf } from '#server/problems/problem.service.ts';
import { eraseDeliveries } from '#server/riders/rider-position.service.ts';
import { exportDevices, forgetDevices } from '#server/sessions/known-devices.service.ts';
import { listEventsOf } from '#server/sessions/security-log.service.ts';
import { endAccountSessions, exportSessions, forgetSessions } from '#server/sessions/sessions.service.ts';
import { listChangesOf } from '#server/staff/audit-log.service.ts';
import { deleteNotes, selectNotes } from './customers.queries.ts';

/** Everything that is stored about the caller. Throws UNAUTHENTICATED, ACCOUNT_SUSPENDED, TOO_MANY_REQUESTS. */
export async function exportOwnData(context: AuthenticatedContext): Promise<OwnData> {
  const { db, now } = context;
  const account = await getOwnAccount(context);
  await context.rateLimits.exportOwnData.take(account.id);
  const { id, email, created_at, updated_at } = account;
  const credit = await readCredit(context, id, null);
  const notes = await selectNotes(db, id);
  const orders = await exportOrders(context, id);
  const problems = await listProblemsOf(context, id);
  context.securityLog.record(context, { kind: 'export', accountId: id, details: { what: 'own data' } });
  return {
    exportedAt: now().toISOString(),
    profile: {
      ...toUser(account, context),
      createdAt: created_at.toISOString(),
      updatedAt: updated_at.toISOString(),
    },
    addresses: await exportAddresses(context, id),
    orders: orders.map((order) => ({ ...order, problems: problems.get(order._id) ?? [] })),
    cart: await exportCart(context, id),
    ...(await exportLists(context, id)),
    storeCredit: { balance: credit.balanceAmt, entries: credit.entries },
    notes: notes.map(({ written_at, text }) => ({ at: written_at.toISOString(), text })),
    blocked: account.blocked_at && {
      at: account.blocked_at.toISOString(),
      reason: account.blocked_reason ?? '',
    },
    sessions: await exportSessions(context, id),
    devices: await exportDevices(context, id),
    security: {
      ...(await getSecondFactor(context)),
      events: await listEventsOf(context, id),
      passwordCode: await exportPasswordCode(context, email),
    },
    emails: {
      verificationLinks: await exportVerificationLinks(context, id),
      waiting: await countEmailsTo(context, email),
    },
    // Anyone can register an address; who owns it has a verified one.
    deliveryRequests: account.verify_email ? await exportDeliveryRequests(context, email) : [],
    pushSubscriptions: await exportSubscriptions(context, id),
    consents: [],
    changes: await listChangesOf(context, id),
  };
}

/**
 * Deletes the caller's account in one transaction: all personal data goes, orders stay without it, all sessions end.
 * The row of the account remains, anonymous, because orders refer to it. Throws INVALID_INPUT for a wrong password,
 * BAD_CHALLENGE, BAD_SECOND_FACTOR, OPEN_ORDER, UNPAID_DELIVERY, LAST_ADMIN, TOO_MANY_REQUESTS, UNAUTHENTICATED,
 * ACCOUNT_SUSPENDED.
 */
export async function deleteAccount(context: AuthenticatedContext, proof: IdentityProof): Promise<void> {
  const account = await getOwnAccount(context);
  await requireIdentity(context, account, proof);
  // Someone who registers a stranger's address and deletes the account, again and again, sends it two emails each time.
  if (!account.verify_email) await context.rateLimits.linksToAddress.take(account.email);
  const endedIds = await inTransaction(context, async (transaction) => {
    const { db, now } = transaction;
    const owners = account.roles.includes('owner') ? await lockOwners(transaction) : [];
    const locked = await lockAccountForDeletion(transaction, account.id);
    if (locked === null) throw new AppError('UNAUTHENTICATED');
    // Changed after it was checked; also by the command line, before which the store was not locked.
    if (locked.password_hash !== account.password_hash) throw wrongPasswordError();
    if (owners.length === 1 && owners[0] === locked.id) throw new AppError('LAST_ADMIN');
    await anonymiseOrders(transaction, locked);
    await eraseProblems(transaction, locked.id);
    await eraseDeliveries(transaction, locked.id);
    await deleteCart(transaction, locked.id);
    await deleteAllLists(transaction, locked.id);
    await closeCredit(transaction, locked.id);
    const ids = await endAccountSessions(transaction, locked.id);
    await forgetSessions(transaction, locked.id);
    await forgetDevices(transaction, locked.id);
    await removeAllFactors(transaction, locked.id);
    await deleteAllAddresses(transaction, locked.id);
    await deleteVerificationLinks(transaction, locked.id);
    await deletePasswordCode(transaction, locked.email);
    await keepDigests(transaction, locked);
    await anonymiseAccount(transaction, locked.id);
    await deleteNotes(db, locked.id);
    await removeUnusedImage(transaction, locked.avatar);
    await deleteDeliveryRequests(transaction, locked.email);
    await dropEmailsTo(transaction, locked.email);
    await queueEmail(transaction, {
      kind: 'account-deleted',
      to: locked.email,
      name: '',
      deletedAt: now().toISOString(),
    });
    return ids;
  });
  context.revokedSessions.add(endedIds);
  context.securityLog.record(context, { kind: 'account-deleted', accountId: account.id });
}
