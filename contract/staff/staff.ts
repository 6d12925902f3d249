import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { anyText, email, id, moment, name, required, response } from '#contract/base/fields.ts';
import { pinLength } from '#contract/base/limits.ts';
import { roles } from '#contract/base/permissions.ts';
import { password, passwordMismatch, random256 } from '#contract/identity/account.ts';

const role = z.enum(roles);
const someRoles = z.array(role).min(1, 'Choose at least one role.').max(roles.length);

/** Digits that name a person of the staff on a shared phone. */
const employeeCode = anyText()
  .trim()
  .min(1, required)
  .regex(/^\d{2,6}$/, 'Enter 2 to 6 digits.');

/** Whether all digits of a PIN are equal, or each is the next or the previous of the one before, such as 890123. */
export function isEasyPin(digits: string): boolean {
  const steps = new Set(
    [...digits].slice(1).map((digit, index) => (Number(digit) - Number(digits.charAt(index)) + 10) % 10),
  );
  return steps.size === 1 && [0, 1, 9].some((step) => steps.has(step));
}

/** A PIN as it is typed; `newPin` has the rules for a new one. */
const pin = anyText().regex(/^\d{6}$/, `Enter ${pinLength} digits.`);
const newPin = pin.refine(
  (digits) => !isEasyPin(digits),
  'Choose digits that are not all equal or in a row.',
);

/** What a person needs to log in by PIN. */
export const newPinLogin = z.strictObject({ employeeCode, pin: newPin });

/** A person with a role. */
const staffMember = z
  .object({
    _id: id,
    name: z.string(),
    email: z.string(),
    roles: z.array(role),
    isSuspended: z.boolean(),
    hasSecondFactor: z.boolean(),
    /** The last use of any session, to within 15 minutes. */
    lastSeenAt: moment.nullable(),
    sessions: z.number().int(),
    /** The code for the login by PIN; null for who cannot log in by PIN. */
    employeeCode: z.string().nullable(),
  })
  .meta({ id: 'StaffMember' });
export type StaffMember = z.output<typeof staffMember>;

const invitation = z
  .object({
    _id: id,
    /** Who is invited: the address, or the name of a link. */
    name: z.string(),
    email: z.string().nullable(),
    roles: z.array(role),
    invitedBy: z.string(),
    expiresAt: moment,
  })
  .meta({ id: 'StaffInvitation' });
export type StaffInvitation = z.output<typeof invitation>;

const staffDevice = z
  .object({
    _id: id,
    name: z.string(),
    approvedBy: z.string(),
    approvedAt: moment,
    lastLoginAt: moment.nullable(),
    /** Sessions by PIN that are open on it. */
    sessions: z.number().int(),
  })
  .meta({ id: 'StaffDevice' });
export type StaffDevice = z.output<typeof staffDevice>;

export const listStaff = defineEndpoint({
  method: 'GET',
  path: '/api/staff/list',
  summary: 'Lists the people with a role, the open invitations and the approved devices of the store.',
  audience: 'staff',
  permissions: ['staff'],
  input: z.object({}),
  output: response(
    z.object({
      people: z.array(staffMember),
      invitations: z.array(invitation),
      devices: z.array(staffDevice),
    }),
  ),
});

export const inviteStaff = defineEndpoint({
  method: 'POST',
  path: '/api/staff/invite',
  summary:
    'Invites a person to the staff. With an `email` the link is sent there; otherwise `link` has it, this once. It works once.',
  audience: 'staff',
  permissions: ['staff'],
  needsStepUp: true,
  input: z.strictObject({ name: name(100), email: email.nullable(), roles: someRoles }),
  output: response(z.object({ link: z.string().nullable(), expiresAt: moment })),
});

export const revokeInvitation = defineEndpoint({
  method: 'DELETE',
  path: '/api/staff/revoke-invitation',
  summary: 'Revokes an invitation: its link does not work any more.',
  audience: 'staff',
  permissions: ['staff'],
  needsStepUp: true,
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});

export const changeStaffRoles = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/change-roles',
  summary:
    'Gives a person of the staff these roles and no others, none to remove the person, and ends the sessions.',
  audience: 'staff',
  permissions: ['staff'],
  needsStepUp: true,
  errors: ['NOT_FOUND', 'LAST_OWNER'],
  input: z.strictObject({ _id: id, roles: z.array(role).max(roles.length) }),
  output: response(z.null()),
});

export const suspendStaff = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/suspend',
  summary: 'Suspends a person of the staff, who cannot log in then, and ends the sessions; or restores one.',
  audience: 'staff',
  permissions: ['staff'],
  needsStepUp: true,
  errors: ['NOT_FOUND', 'LAST_OWNER'],
  input: z.strictObject({ _id: id, isSuspended: z.boolean() }),
  output: response(z.null()),
});

export const endStaffSessions = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/end-sessions',
  summary: 'Logs a person of the staff out on all devices.',
  audience: 'staff',
  permissions: ['staff'],
  needsStepUp: true,
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(z.object({ ended: z.number().int() })),
});

export const setStaffPin = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/set-pin',
  summary:
    'Sets employee code and PIN of a picker or rider, or removes them, and ends the sessions. Refused for roles that may not log in by PIN.',
  audience: 'staff',
  permissions: ['staff'],
  needsStepUp: true,
  errors: ['NOT_FOUND', 'PIN_NOT_ALLOWED', 'EMPLOYEE_CODE_TAKEN'],
  input: z.strictObject({
    _id: id,
    login: newPinLogin.nullable(),
  }),
  output: response(z.null()),
});

/** What a link contains. */
const linkCode = random256;

export const readInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/staff/read-invitation',
  summary: 'Returns what an invitation offers.',
  audience: 'anyone',
  errors: ['BAD_INVITATION'],
  input: z.strictObject({ code: linkCode }),
  output: response(
    z.object({
      name: z.string(),
      /** The address that it was sent to; only its account can accept it. */
      email: z.string().nullable(),
      /** Whether that address has an account. */
      hasAccount: z.boolean(),
      roles: z.array(role),
      invitedBy: z.string(),
    }),
  ),
});

export const acceptInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/staff/accept-invitation',
  summary: 'Adds the roles of an invitation to the account of the caller, and ends its other sessions.',
  audience: 'user',
  needsStepUp: true,
  errors: ['BAD_INVITATION', 'INVITATION_OF_OTHER'],
  input: z.strictObject({ code: linkCode }),
  output: response(z.null()),
});

export const registerInvited = defineEndpoint({
  method: 'POST',
  path: '/api/staff/register-invited',
  summary:
    'Creates an account with the roles of an invitation. Its address is the one that the link was sent to.',
  audience: 'anyone',
  errors: ['BAD_INVITATION', 'INVITATION_OF_OTHER', 'EMAIL_TAKEN'],
  input: z
    .strictObject({
      code: linkCode,
      name: name(100),
      email,
      password,
      confirmPassword: anyText().min(1, required),
    })
    .refine((input) => input.password === input.confirmPassword, passwordMismatch),
  output: response(z.null()),
});

/** A code that approves a device, without spaces and dashes, in lower case. */
const deviceCode = anyText()
  .overwrite((typed) => typed.replaceAll(/[\s-]/g, '').toLowerCase())
  .min(1, required)
  .regex(/^[a-z0-9]{10}$/, 'Enter the 10 characters of the code.');

export const createDeviceCode = defineEndpoint({
  method: 'POST',
  path: '/api/staff/create-device-code',
  summary: 'Returns a code that approves one device for logins by PIN.',
  audience: 'staff',
  permissions: ['staff'],
  needsStepUp: true,
  input: z.strictObject({ name: name(60) }),
  output: response(z.object({ code: z.string(), link: z.string(), expiresAt: moment })),
});

export const approveDevice = defineEndpoint({
  method: 'POST',
  path: '/api/staff/approve-device',
  summary:
    'Approves the device that sends a code of `createDeviceCode`. `device` identifies it at logins by PIN.',
  audience: 'anyone',
  errors: ['BAD_DEVICE_CODE'],
  input: z.strictObject({ code: deviceCode }),
  output: response(z.object({ device: z.string(), name: z.string() })),
});

export const withdrawDevice = defineEndpoint({
  method: 'DELETE',
  path: '/api/staff/withdraw-device',
  summary: 'Withdraws the approval of a device, and ends the sessions by PIN on it.',
  audience: 'staff',
  permissions: ['staff'],
  needsStepUp: true,
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});

export const listPinLogins = defineEndpoint({
  method: 'POST',
  path: '/api/staff/list-pin-logins',
  summary: 'Lists who can log in by PIN, for an approved device.',
  audience: 'anyone',
  errors: ['DEVICE_NOT_APPROVED'],
  input: z.strictObject({ device: random256 }),
  output: response(z.array(z.object({ employeeCode: z.string(), name: z.string() }))),
});

export const loginByPin = defineEndpoint({
  method: 'POST',
  path: '/api/staff/login-by-pin',
  summary:
    'Logs a picker or rider in on an approved device. The session ends after 12 hours, and when it is not used for an hour.',
  audience: 'anyone',
  errors: ['DEVICE_NOT_APPROVED', 'BAD_PIN'],
  input: z.strictObject({ device: random256, employeeCode, pin }),
  output: response(z.object({ accesstoken: z.string(), refreshToken: z.string() })),
});

export const confirmByPin = defineEndpoint({
  method: 'POST',
  path: '/api/staff/confirm-by-pin',
  summary: 'Confirms who uses a session by PIN, as the answer to STEP_UP_REQUIRED.',
  audience: 'user',
  allowedWithPin: true,
  errors: ['FORBIDDEN'],
  input: z.strictObject({ pin }),
  output: response(z.null()),
});
