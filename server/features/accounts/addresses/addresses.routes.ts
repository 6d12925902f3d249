import * as contract from '#contract/address.ts';
import { shopperRoute } from '#server/http/route.ts';
import {
  createAddress,
  disableAddress,
  listAddresses,
  setDefaultAddress,
  updateAddress,
} from './addresses.service.ts';

export const addressRoutes = [
  shopperRoute(contract.createAddress, async (context, fields) => ({
    message: 'Address saved',
    data: await createAddress(context, fields),
    created: true,
  })),
  shopperRoute(contract.listAddresses, async (context) => ({
    message: '',
    data: await listAddresses(context),
  })),
  shopperRoute(contract.updateAddress, async (context, { _id, userId: _sentAlong, ...fields }) => ({
    message: 'Address updated',
    data: await updateAddress(context, _id, fields),
  })),
  shopperRoute(contract.disableAddress, async (context, { _id }) => {
    await disableAddress(context, _id);
    return { message: 'Address Remove', data: null };
  }),
  shopperRoute(contract.setDefaultAddress, async (context, { _id }) => ({
    message: 'Default address changed',
    data: await setDefaultAddress(context, _id),
  })),
];
