import * as contract from '#contract/address.ts';
import { shopperCall } from '../../http/served-call.ts';
import {
  createAddress,
  disableAddress,
  listAddresses,
  setDefaultAddress,
  updateAddress,
} from './address.service.ts';

export const addressCalls = [
  shopperCall(contract.createAddress, async (context, fields) => ({
    message: 'Address saved',
    data: await createAddress(context, fields),
    created: true,
  })),
  shopperCall(contract.listAddresses, async (context) => ({
    message: '',
    data: await listAddresses(context),
  })),
  shopperCall(contract.updateAddress, async (context, { _id, userId: _sentAlong, ...fields }) => ({
    message: 'Address updated',
    data: await updateAddress(context, _id, fields),
  })),
  shopperCall(contract.disableAddress, async (context, { _id }) => {
    await disableAddress(context, _id);
    return { message: 'Address Remove', data: null };
  }),
  shopperCall(contract.setDefaultAddress, async (context, { _id }) => ({
    message: 'Default address changed',
    data: await setDefaultAddress(context, _id),
  })),
];
