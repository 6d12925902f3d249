import type { AuditEntry } from '#contract/audit.ts';
import type { CallAnswer } from '#contract/calls.ts';
import type { CallName } from '#contract/paths.ts';
import { servedCalls } from '#server/app.ts';
import type { CallContext } from '#server/context.ts';
import type { Sql } from '#server/database/connect.ts';
import { newId } from '#server/database/id.ts';
import { startSession } from '#server/features/session/session.service.ts';
import { runCall, testContext } from './context.ts';
import { addAdmin, addCategory, addPicture, addSubCategory } from './shop.ts';

/** An admin who keeps the store room as the dashboard does. */
export interface Manager {
  userId: string;
  context: CallContext;
  call<Name extends CallName>(name: Name, input?: unknown): Promise<CallAnswer<Name> & { status: 200 | 201 }>;
  /** What the audit trail says of one thing, the newest first. */
  historyOf(thingId: string): Promise<AuditEntry[]>;
}

/** A new admin; `given` replaces parts of the context. */
export async function openManager(
  sql: Sql,
  name = 'Meera',
  given: Partial<CallContext> = {},
): Promise<Manager> {
  const userId = await addAdmin(sql, name);
  const open = testContext(sql, given);
  // The role is read together with the session, which has to be a real one.
  const { accessToken } = await startSession(open, userId);
  const context = { ...open, caller: await open.tokens.verify(accessToken) };
  return {
    userId,
    context,
    call: (callName, input = {}) => runCall(servedCalls, callName, context, input),
    historyOf: async (thingId) =>
      (await runCall(servedCalls, 'listAudit', context, { thingId, limit: 100 })).data,
  };
}

/** What the form of a new product sends; `given` replaces parts of it. */
export async function newProduct(sql: Sql, given: object = {}) {
  const category = await addCategory(sql);
  return {
    name: `Product ${newId()}`,
    description: 'Fresh from the farm.',
    image: [await addPicture(sql)],
    category: [category],
    subCategory: [await addSubCategory(sql, [category])],
    unit: '1 kg',
    stock: 10,
    price: 100,
    discount: 5,
    more_details: { Brand: 'Gauvana' },
    ...given,
  };
}
