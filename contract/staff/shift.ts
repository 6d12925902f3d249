import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { id, moment, response } from '#contract/base/fields.ts';

/** As what a person of the staff works. */
export const shiftRoles = ['picker', 'rider'] as const;
export type ShiftRole = (typeof shiftRoles)[number];

const shift = z.object({ _id: id, role: z.enum(shiftRoles), startedAt: moment }).meta({ id: 'Shift' });
export type Shift = z.output<typeof shift>;

export const getShift = defineEndpoint({
  method: 'GET',
  path: '/api/staff/shift',
  summary: 'Returns the open shift of the caller; null without one. A shift ends after 12 hours.',
  audience: 'staff',
  permissions: ['pick', 'deliver'],
  input: z.object({}),
  output: response(shift.nullable()),
});

export const clockIn = defineEndpoint({
  method: 'POST',
  path: '/api/staff/clock-in',
  summary:
    'Begins a shift of the caller, with an id that the caller chooses; a shift in another role ends. Returns the open shift. A repeated request changes nothing, also after the shift has ended. FORBIDDEN if the caller has no role for this work.',
  audience: 'staff',
  permissions: ['pick', 'deliver'],
  errors: ['IDEMPOTENCY_MISMATCH'],
  input: z.strictObject({ _id: id, role: z.enum(shiftRoles) }),
  output: response(shift.nullable()),
});

export const clockOut = defineEndpoint({
  method: 'POST',
  path: '/api/staff/clock-out',
  summary: 'Ends a shift of the caller. A repeated request changes nothing.',
  audience: 'staff',
  permissions: ['pick', 'deliver'],
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});

export const listShifts = defineEndpoint({
  method: 'GET',
  path: '/api/staff/shifts',
  summary: 'Lists who is on shift, by name.',
  audience: 'staff',
  permissions: ['hand-over', 'close-day', 'staff'],
  input: z.object({}),
  output: response(
    z.array(
      z.object({
        person: z.object({ _id: id, name: z.string() }),
        role: z.enum(shiftRoles),
        startedAt: moment,
      }),
    ),
  ),
});
