import { z } from 'zod';
import { answer, describeCall } from './call.ts';
import { id, moment, text } from './fields.ts';

const addressFields = {
  address_line: text(200),
  city: text(100),
  state: text(100),
  country: text(100),
  pincode: text(12),
  mobile: text(20),
};

export const address = z.object({
  _id: id,
  userId: id,
  address_line: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  pincode: z.string(),
  mobile: z.string(),
  status: z.boolean(),
  createdAt: moment,
});
export type Address = z.output<typeof address>;

export const createAddress = describeCall({
  name: 'createAddress',
  summary: 'Saves an address.',
  audience: 'user',
  input: z.strictObject(addressFields),
  output: answer(address),
});

export const listAddresses = describeCall({
  name: 'listAddresses',
  summary: 'Gives the caller’s active addresses, newest first.',
  audience: 'user',
  input: z.object({}),
  output: answer(z.array(address)),
});

export const updateAddress = describeCall({
  name: 'updateAddress',
  summary: 'Changes an address; `userId` is accepted as the specification sends it and never trusted.',
  audience: 'user',
  input: z.strictObject({ _id: id, userId: id.optional(), ...addressFields }),
  output: answer(address),
});

export const disableAddress = describeCall({
  name: 'disableAddress',
  summary: 'Hides an address; the row and past orders keep it.',
  audience: 'user',
  input: z.strictObject({ _id: id }),
  output: answer(z.null()),
});
