import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { moment, response } from '#contract/base/fields.ts';
import { openingGaps, openingSteps } from './opening-steps.ts';

const gap = z.enum(Object.values(openingGaps).flat());

const storeOpening = z
  .object({
    /** All steps, in the order of the list. A step without gaps is done. */
    steps: z.array(
      z.object({
        step: z.enum(openingSteps),
        gaps: z.array(gap),
        /** An administrator has confirmed that the store is to be as it is. */
        isConfirmed: z.boolean(),
      }),
    ),
    /** When an administrator opened the store, or else when the first order of a customer was delivered. */
    wentLiveAt: moment.nullable(),
    /** Since when the list is put away. */
    listHiddenAt: moment.nullable(),
    lastBackupAt: moment.nullable(),
    /** Products of the demo catalogue, and active ones of the owner. */
    demoProducts: z.number().int(),
    ownProducts: z.number().int(),
  })
  .meta({ id: 'StoreOpening' });
export type StoreOpening = z.output<typeof storeOpening>;

export const getStoreOpening = defineEndpoint({
  method: 'GET',
  path: '/api/opening/get',
  summary: 'Returns the steps by which an owner opens the store, and what each of them lacks.',
  audience: 'staff',
  permissions: ['settings'],
  input: z.object({}),
  output: response(storeOpening),
});

export const confirmOpeningStep = defineEndpoint({
  method: 'PUT',
  path: '/api/opening/confirm',
  summary:
    'Notes that a step is done although the store lacks something, such as a second administrator, or takes that back. What no store can do without, such as its address, remains to be done.',
  audience: 'staff',
  permissions: ['settings'],
  input: z.strictObject({ step: z.enum(openingSteps), isConfirmed: z.boolean() }),
  output: response(z.null()),
});

export const hideOpeningList = defineEndpoint({
  method: 'PUT',
  path: '/api/opening/hide',
  summary: 'Puts the list of the steps away for all administrators, or shows it again.',
  audience: 'staff',
  permissions: ['settings'],
  input: z.strictObject({ isHidden: z.boolean() }),
  output: response(z.null()),
});

export const goLive = defineEndpoint({
  method: 'POST',
  path: '/api/opening/go-live',
  summary:
    'Notes that the store is open: from now on the orders of administrators are no tests. A repeated request changes nothing.',
  audience: 'staff',
  permissions: ['settings'],
  input: z.strictObject({}),
  output: response(z.object({ wentLiveAt: moment })),
});
