import { z } from 'zod';
import { coordinates } from '#contract/addresses/address.ts';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { email, moment, pincode, response } from '#contract/base/fields.ts';

export const requestDelivery = defineEndpoint({
  method: 'POST',
  path: '/api/delivery/request',
  summary:
    'Asks for one email when the store delivers to a PIN code, or to the location if it is given. The answer is the same for an address that has asked before.',
  audience: 'anyone',
  input: z.strictObject({ email, pincode, location: coordinates.nullable().default(null) }),
  output: response(
    z.object({
      /** The store delivers there already: nothing is stored. */
      isInside: z.boolean(),
    }),
  ),
});

/** What is stored about one request, for the export of the own data. */
export const deliveryRequest = z.object({
  pincode: z.string(),
  location: coordinates.nullable(),
  requestedAt: moment,
});
export type DeliveryRequest = z.output<typeof deliveryRequest>;

export const listDeliveryRequests = defineEndpoint({
  method: 'GET',
  path: '/api/delivery/requests',
  summary: 'Counts the requests for delivery by PIN code, most first: at most 100 PIN codes.',
  audience: 'staff',
  permissions: ['settings'],
  input: z.object({}),
  output: response(
    z.object({
      /** Of all PIN codes. */
      totalCount: z.number().int(),
      pincodes: z.array(z.object({ pincode: z.string(), count: z.number().int() })),
    }),
  ),
});
