import { z } from 'zod';
import { oneTimeCodeMinutes } from '#contract/base/durations.ts';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import {
  anyText,
  email,
  id,
  moment,
  name,
  oneTimeCode,
  phoneNumber,
  required,
  response,
  text,
} from '#contract/base/fields.ts';
import { maximumPasswordLength, minimumPasswordLength, passwordRule } from '#contract/base/limits.ts';
import { permissions } from '#contract/base/permissions.ts';
import { maximumUploadMegabytes } from '#contract/images/image.ts';

const role = z.enum(['USER', 'ADMIN']);
const userStatus = z.enum(['Active', 'Inactive', 'Suspended']);

const passwordTooLong = `At most ${maximumPasswordLength} characters.`;

/** A new password, never trimmed. */
export const password = anyText()
  .min(1, required)
  .min(minimumPasswordLength, passwordRule)
  .max(maximumPasswordLength, passwordTooLong)
  // Lone surrogates encode to the same bytes, so that different passwords would be equal.
  .refine((text) => text.isWellFormed(), 'This contains characters that cannot be typed.');

/** An existing password, which may predate the rules for new ones. */
export const currentPassword = anyText().min(1, required).max(maximumPasswordLength, passwordTooLong);

const confirmPassword = anyText().min(1, required);

/** 256 bits as base64url without padding. */
export const random256 = anyText().regex(/^[\w-]{43}$/, 'This must be 43 characters of base64url.');

/** A random value that a client creates and keeps: a login without a known one is announced to the owner by email. */
export const device = random256.optional();

/** The issue of two different new passwords. */
export const passwordMismatch = {
  path: ['confirmPassword'],
  message: 'New password and confirm password must be same.',
};

/** An account, as its owner may see it. */
export const user = z
  .object({
    _id: id,
    name: z.string(),
    email: z.string(),
    avatar: z.string(),
    mobile: z.string(),
    verify_email: z.boolean(),
    /** The new email of the account until it is verified. */
    pending_email: z.string().nullable(),
    last_login_date: moment.nullable(),
    status: userStatus,
    /** `ADMIN` for those who may edit the catalogue. */
    role,
    /** What a person of the staff may do; empty for a shopper. */
    permissions: z.array(z.enum(permissions)),
    /**
     * The password was generated: only the account, the change of its password and the logout work until it is
     * replaced.
     */
    must_change_password: z.boolean(),
    /** `required`: a person of the staff who has to add one before the dashboard works. */
    second_factor: z.enum(['none', 'active', 'required']),
  })
  .meta({ id: 'User' });
export type User = z.output<typeof user>;

export const registerUser = defineEndpoint({
  method: 'POST',
  path: '/api/user/register',
  summary: 'Creates an account.',
  audience: 'anyone',
  errors: ['EMAIL_TAKEN'],
  input: z
    .strictObject({ name: name(100), email, password, confirmPassword })
    .refine((input) => input.password === input.confirmPassword, {
      path: ['confirmPassword'],
      message: 'password and confirm password must be same',
    }),
  output: response(z.object({ _id: id, name: z.string(), email: z.string() })),
});

export const loginUser = defineEndpoint({
  method: 'POST',
  path: '/api/user/login',
  summary:
    'Logs in: starts a session. An account with a second factor gets SECOND_FACTOR_NEEDED, whose `details` have the `challenge` for `confirmLogin`, the `methods` of the account and the `options` of its passkeys.',
  audience: 'anyone',
  errors: ['BAD_CREDENTIALS', 'SECOND_FACTOR_NEEDED', 'ACCOUNT_SUSPENDED'],
  // More lenient than registration, so that a response does not reveal which emails are well-formed.
  input: z.strictObject({
    email: text(254).toLowerCase(),
    password: currentPassword,
    device,
  }),
  output: response(z.object({ accesstoken: z.string(), refreshToken: z.string() })),
});

export const getUserDetails = defineEndpoint({
  method: 'GET',
  path: '/api/user/user-details',
  summary: 'Returns the account of the caller.',
  audience: 'user',
  allowedWithTemporaryPassword: true,
  allowedWithPin: true,
  input: z.object({}),
  output: response(user),
});

export const updateUser = defineEndpoint({
  method: 'PUT',
  path: '/api/user/update-user',
  summary:
    'Updates the profile. A new `email` requires the `password` and takes effect when the link sent to it is opened.',
  audience: 'user',
  errors: ['EMAIL_TAKEN'],
  input: z.strictObject({
    name: name(100),
    email,
    mobile: phoneNumber,
    password: currentPassword.optional(),
  }),
  output: response(user),
});

export const uploadAvatar = defineEndpoint({
  method: 'PUT',
  path: '/api/user/upload-avatar',
  summary: `Uploads the avatar (multipart field \`avatar\`: JPEG, PNG, WebP or AVIF, up to ${maximumUploadMegabytes} MB).`,
  audience: 'user',
  upload: 'avatar',
  input: z.strictObject({ avatar: z.instanceof(Uint8Array) }),
  output: response(z.object({ avatar: z.string() })),
});

export const changePassword = defineEndpoint({
  method: 'PUT',
  path: '/api/user/change-password',
  summary: 'Changes the password and ends all other sessions.',
  audience: 'user',
  allowedWithTemporaryPassword: true,
  input: z
    .strictObject({ password: currentPassword, newPassword: password, confirmPassword })
    .refine((input) => input.newPassword === input.confirmPassword, passwordMismatch),
  output: response(z.null()),
});

export const refreshToken = defineEndpoint({
  method: 'POST',
  path: '/api/user/refresh-token',
  summary: 'Exchanges the refresh token (sent as Bearer) for a new pair.',
  audience: 'anyone',
  errors: ['BAD_REFRESH_TOKEN', 'ACCOUNT_SUSPENDED'],
  input: z.object({}).default({}),
  output: response(z.object({ accessToken: z.string(), refreshToken: z.string() })),
});

export const logoutUser = defineEndpoint({
  method: 'GET',
  path: '/api/user/logout',
  summary: 'Logs out: ends the session of the caller.',
  audience: 'user',
  allowedWithTemporaryPassword: true,
  allowedWithPin: true,
  input: z.object({}),
  output: response(z.null()),
});

/** A session, shown as the device that uses it. */
const session = z
  .object({
    _id: id,
    /** From the User-Agent: `Chrome on Android`. */
    device: z.string(),
    kind: z.enum(['phone', 'tablet', 'computer', 'unknown']),
    /** The session of this request. */
    isCurrent: z.boolean(),
    createdAt: moment,
    lastUsedAt: moment,
  })
  .meta({ id: 'Session' });
export type Session = z.output<typeof session>;

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'Lists the sessions of the caller: the current one first, then by last use.',
  audience: 'user',
  input: z.object({}),
  output: response(z.array(session)),
});

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/end-session',
  summary: 'Ends one session of the caller.',
  audience: 'user',
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});

export const endOtherSessions = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/end-other-sessions',
  summary: 'Ends all sessions of the caller except the current one.',
  audience: 'user',
  input: z.object({}).default({}),
  output: response(z.object({ ended: z.number().int() })),
});

export const forgotPassword = defineEndpoint({
  method: 'PUT',
  path: '/api/user/forgot-password',
  summary:
    'Emails a 6-digit code. The response is the same for an unknown email, so it does not reveal who is registered.',
  audience: 'anyone',
  input: z.strictObject({ email }),
  output: response(z.null()),
});

export const verifyForgotPasswordOtp = defineEndpoint({
  method: 'PUT',
  path: '/api/user/verify-forgot-password-otp',
  summary: `Checks the emailed code. A correct code allows one reset within ${oneTimeCodeMinutes} minutes, with the \`verifier\` whose SHA-256 is the \`challenge\` (S256 of RFC 7636); without a challenge, from the same network.`,
  audience: 'anyone',
  errors: ['BAD_OTP'],
  input: z.strictObject({
    email,
    otp: oneTimeCode,
    /**
     * The base64url of the SHA-256 of the `verifier` that `resetPassword` sends. Without it the reset has to come
     * from the same network.
     */
    challenge: random256.optional(),
  }),
  output: response(z.null()),
});

export const resetPassword = defineEndpoint({
  method: 'PUT',
  path: '/api/user/reset-password',
  summary: 'Sets a new password after the code was verified, and ends all sessions.',
  audience: 'anyone',
  errors: ['RESET_NOT_ALLOWED'],
  input: z
    .strictObject({ email, newPassword: password, confirmPassword, verifier: random256.optional() })
    .refine((input) => input.newPassword === input.confirmPassword, passwordMismatch),
  output: response(z.null()),
});

export const verifyEmail = defineEndpoint({
  method: 'POST',
  path: '/api/user/verify-email',
  summary: 'Verifies an email by the code of the emailed link.',
  audience: 'anyone',
  errors: ['BAD_VERIFICATION_CODE', 'EMAIL_TAKEN'],
  input: z.strictObject({ code: anyText().trim().min(1, required).max(200) }),
  output: response(z.object({ email: z.string() })),
});

export const sendVerification = defineEndpoint({
  method: 'POST',
  path: '/api/user/send-verification',
  summary:
    'Sends the verification link again: to the pending email, otherwise to the unverified email of the account.',
  audience: 'user',
  input: z.object({}),
  output: response(z.null()),
});
