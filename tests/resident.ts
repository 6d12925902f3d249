import type { CallAnswer } from '#contract/calls.ts';
import type { PostalAddress } from '#contract/rules/postal-address.ts';
import type { CallContext } from '#server/context.ts';
import type { Sql } from '#server/database/connect.ts';
import { addressCalls } from '#server/features/address/address.calls.ts';
import { runCall, testContext } from './context.ts';
import { addShopper } from './shop.ts';

/** An address as the shop keeps it. */
export const home: PostalAddress = {
  address_line: '12 Lake Road, Flat 3',
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  pincode: '411001',
  mobile: '9876543210',
};

/** Somebody, signed in or not, who keeps addresses as the shop's own pages do. */
export interface Resident {
  create(input?: unknown): Promise<CallAnswer<'createAddress'> & { status: number }>;
  list(): Promise<CallAnswer<'listAddresses'>['data']>;
  update(input: unknown): Promise<CallAnswer<'updateAddress'>>;
  disable(id: unknown): Promise<CallAnswer<'disableAddress'> & { status: number }>;
  makeDefault(id: unknown): Promise<CallAnswer<'setDefaultAddress'>>;
}

/** A new shopper without an address. */
export async function openResident(sql: Sql): Promise<Resident & { userId: string }> {
  const userId = await addShopper(sql);
  return { userId, ...residentOf(testContext(sql, { caller: { userId, sessionId: 'any' } })) };
}

/** Whoever the context says is calling. */
export function residentOf(context: CallContext): Resident {
  return {
    create: (input = home) => runCall(addressCalls, 'createAddress', context, input),
    list: async () => (await runCall(addressCalls, 'listAddresses', context)).data,
    update: (input) => runCall(addressCalls, 'updateAddress', context, input),
    disable: (_id) => runCall(addressCalls, 'disableAddress', context, { _id }),
    makeDefault: (_id) => runCall(addressCalls, 'setDefaultAddress', context, { _id }),
  };
}
