import { stepUpMinutes } from '#contract/base/durations.ts';
import type { Endpoint } from '#contract/base/endpoint.ts';
import { AppError } from '#contract/base/errors.ts';
import { maximumUnconfirmedPrices } from '#contract/base/limits.ts';
import {
  type AnyPermission,
  isPrivileged,
  type Permission,
  permissionsOf,
} from '#contract/base/permissions.ts';
import type {
  AccessControl,
  AuthenticatedContext,
  RequestContext,
  StaffContext,
} from '#server/http/context.ts';
import type { RevocationReason } from './revoked-sessions.ts';
import * as queries from './sessions.queries.ts';

/** Reached by routes as `context.access`. */
export const accessControl: AccessControl = {
  findCaller: ({ tokens }, accessToken) => tokens.verify(accessToken),
  async authorise(context, endpoint) {
    if (endpoint.audience === 'staff') return requireStaff(context, endpoint.permissions);
    if (endpoint.audience === 'user') return requireUser(context, endpoint);
    return (await findRevocation(context)) === null ? context : { ...context, caller: null };
  },
  requireStaff,
  requireStepUp,
};

/**
 * The context of a caller with a valid session. Throws UNAUTHENTICATED, ACCOUNT_SUSPENDED and, unless the call works
 * before it, PASSWORD_CHANGE_REQUIRED; FORBIDDEN in a session by PIN, which is for calls of the staff.
 */
export async function requireUser(
  context: RequestContext,
  {
    allowedWithTemporaryPassword,
    allowedWithPin,
  }: Pick<Endpoint, 'allowedWithTemporaryPassword' | 'allowedWithPin'> = {},
): Promise<AuthenticatedContext> {
  const { caller } = context;
  const revocation = await findRevocation(context);
  if (revocation === 'suspended') throw new AppError('ACCOUNT_SUSPENDED');
  if (caller === null || revocation !== null) throw new AppError('UNAUTHENTICATED');
  // A PIN that a colleague has seen does not open the orders and addresses of the person.
  if (caller.isByPin === true && allowedWithPin !== true) throw new AppError('FORBIDDEN');
  const authenticated = { ...context, caller };
  if (allowedWithTemporaryPassword !== true) await requireOwnPassword(authenticated);
  return authenticated;
}

/**
 * The context of a person of the staff who has one of the permissions. Reads roles and status from the database, so a
 * change applies to the next request. Throws UNAUTHENTICATED, ACCOUNT_SUSPENDED, PASSWORD_CHANGE_REQUIRED, FORBIDDEN,
 * SECOND_FACTOR_REQUIRED.
 */
export async function requireStaff(context: RequestContext, anyOf: AnyPermission): Promise<StaffContext> {
  const staff = await findStaff(await requireUser(context, { allowedWithPin: true }));
  if (staff === null || !anyOf.some((permission) => staff.permissions.has(permission)))
    throw new AppError('FORBIDDEN');
  return staff;
}

/** Throws FORBIDDEN. For an endpoint with several permissions, and for a part of what an endpoint does. */
export function requirePermission({ permissions }: StaffContext, permission: Permission): void {
  if (!permissions.has(permission)) throw new AppError('FORBIDDEN');
}

/** The reason why the caller's session was revoked before its access token expired; null if it was not. */
async function findRevocation(context: RequestContext): Promise<RevocationReason | null> {
  const { caller, revokedSessions, db } = context;
  if (caller === null) return null;
  const known = revokedSessions.findRevocation(caller.sessionId);
  if (known !== null || revokedSessions.isCurrent) return known;
  const access = await queries.selectAccess(db, caller.userId, caller.sessionId);
  if (access?.status === 'Suspended') return 'suspended';
  return access?.is_session_active === true ? null : 'ended';
}

/**
 * The caller as a person of the staff, read from the database; null without a role. Throws UNAUTHENTICATED
 * when session or account are gone, ACCOUNT_SUSPENDED, SECOND_FACTOR_REQUIRED.
 */
export async function findStaff(context: AuthenticatedContext): Promise<StaffContext | null> {
  const { roles, has_second_factor, pin_device_id } = await getAccess(context);
  // The role is newer than the session.
  if (pin_device_id !== null && isPrivileged(roles)) throw new AppError('UNAUTHENTICATED');
  if (roles.length === 0) return null;
  if (context.isSecondFactorRequired && !has_second_factor && isPrivileged(roles))
    throw new AppError('SECOND_FACTOR_REQUIRED');
  return { ...context, permissions: new Set(permissionsOf(roles)) };
}

/**
 * Requires a login, a password, a passkey or, in a session by PIN, the PIN within `stepUpMinutes`: a session left open
 * on a shared computer, or a stolen token, must not be enough. Throws STEP_UP_REQUIRED, UNAUTHENTICATED,
 * ACCOUNT_SUSPENDED.
 */
export async function requireStepUp(context: RequestContext): Promise<void> {
  if (!(await isConfirmed(context))) throw new AppError('STEP_UP_REQUIRED');
}

async function isConfirmed(context: RequestContext): Promise<boolean> {
  const { caller, now } = context;
  if (caller === null) throw new AppError('UNAUTHENTICATED');
  const { authenticated_at } = await getAccess({ ...context, caller });
  return now().getTime() - authenticated_at.getTime() <= stepUpMinutes * 60_000;
}

const priceWindowMs = 60 * 60_000;

/**
 * As `requireStepUp`, beyond `maximumUnconfirmedPrices` products whose price the session changed within an hour:
 * calls of one price each must not reprice the catalogue. Called in the transaction of the change, which undoes the
 * count when it fails.
 */
export async function requireStepUpForPrices(context: AuthenticatedContext, count: number): Promise<void> {
  if (count === 0 || (await isConfirmed(context))) return;
  const now = context.now();
  const windowStart = new Date(now.getTime() - priceWindowMs);
  const window = { count, maximum: maximumUnconfirmedPrices, now, windowStart };
  if (!(await queries.countPriceChanges(context.db, context.caller.sessionId, window)))
    throw new AppError('STEP_UP_REQUIRED');
}

async function getAccess({ db, caller, now }: AuthenticatedContext): Promise<queries.AccessRow> {
  const access = await queries.selectAccess(db, caller.userId, caller.sessionId);
  if (access === null) throw new AppError('UNAUTHENTICATED');
  if (access.status === 'Suspended') throw new AppError('ACCOUNT_SUSPENDED');
  if (!access.is_session_active) throw new AppError('UNAUTHENTICATED');
  // A session by PIN ends to the minute; others may outlive their end by an access token.
  if (access.pin_device_id !== null && access.expires_at <= now()) throw new AppError('UNAUTHENTICATED');
  return access;
}

/** Throws PASSWORD_CHANGE_REQUIRED while the caller's password is one that the shop generated. */
async function requireOwnPassword({ db, caller }: AuthenticatedContext): Promise<void> {
  // The token of a session with a password of the owner's choice says so, without a query.
  if (caller.mustChangePassword !== true) return;
  if (await queries.selectMustChangePassword(db, caller.userId))
    throw new AppError('PASSWORD_CHANGE_REQUIRED');
}
