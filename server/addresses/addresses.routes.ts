import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import {
  createAddress,
  disableAddress,
  listAddresses,
  setDefaultAddress,
  updateAddress,
} from './addresses.service.ts';

export const addressRoutes = [
  route(endpoints.createAddress, async (context, fields) => ({
    message: 'Address saved',
    data: await createAddress(context, fields),
    created: true,
  })),
  route(endpoints.listAddresses, async (context) => ({
    message: '',
    data: await listAddresses(context),
  })),
  route(endpoints.updateAddress, async (context, { _id, userId: _sentAlong, ...fields }) => ({
    message: 'Address updated',
    data: await updateAddress(context, _id, fields),
  })),
  route(endpoints.disableAddress, async (context, { _id }) => {
    await disableAddress(context, _id);
    return { message: 'Address Remove', data: null };
  }),
  route(endpoints.setDefaultAddress, async (context, { _id }) => ({
    message: 'Default address changed',
    data: await setDefaultAddress(context, _id),
  })),
];
