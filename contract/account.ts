import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { anyText, email, id, moment, name, phoneNumber, required, response, text } from './fields.ts';

const role = z.enum(['USER', 'ADMIN']);
const userStatus = z.enum(['Active', 'Inactive', 'Suspended']);

/** At least 8 and at most 128 characters (decisions section 2); a password is never trimmed. */
export const password = anyText()
  .min(1, required)
  .min(8, 'At least 8 characters.')
  .max(128, 'At most 128 characters.')
  // Halves of surrogate pairs have no bytes of their own: all such passwords would be the same one.
  .refine((text) => text.isWellFormed(), 'This contains characters that cannot be typed.');

/** A password as somebody types it to prove who they are: whatever an older rule may have let through. */
const currentPassword = anyText().min(1, required).max(128, 'At most 128 characters.');

/** The repeated new password. */
const confirmPassword = anyText().min(1, required);

/** The issue when a new password was typed in two ways (specification section 5). */
const passwordMismatch = {
  path: ['confirmPassword'],
  message: 'New password and confirm password must be same.',
};

/** What the shopper's own client may know of the account (specification section 3). */
const user = z
  .object({
    _id: id,
    name: z.string(),
    email: z.string(),
    avatar: z.string(),
    mobile: z.string(),
    verify_email: z.boolean(),
    /** The address that the account moves to as soon as it is verified. */
    pending_email: z.string().nullable(),
    last_login_date: moment.nullable(),
    status: userStatus,
    role,
  })
  .meta({ id: 'User' });
export type User = z.output<typeof user>;

export const registerUser = defineEndpoint({
  method: 'POST',
  path: '/api/user/register',
  summary: 'Opens an account.',
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
  summary: 'Starts a session.',
  audience: 'anyone',
  errors: ['BAD_CREDENTIALS', 'ACCOUNT_SUSPENDED'],
  // More lenient than registration, so that the answer does not depend on what an address may look like.
  input: z.strictObject({
    email: text(254).toLowerCase(),
    password: currentPassword,
  }),
  output: response(z.object({ accesstoken: z.string(), refreshToken: z.string() })),
});

export const getUserDetails = defineEndpoint({
  method: 'GET',
  path: '/api/user/user-details',
  summary: 'Gives the account of the caller.',
  audience: 'user',
  input: z.object({}),
  output: response(user),
});

export const updateUser = defineEndpoint({
  method: 'PUT',
  path: '/api/user/update-user',
  summary:
    'Changes the profile. Another `email` needs the `password`, and takes effect when its owner has opened the link that is sent to it.',
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
  summary:
    'Takes in a picture of the shopper (multipart field `avatar`: JPEG, PNG, WebP or AVIF, up to 5 MB).',
  audience: 'user',
  upload: 'avatar',
  input: z.strictObject({ avatar: z.instanceof(Uint8Array) }),
  output: response(z.object({ avatar: z.string() })),
});

export const changePassword = defineEndpoint({
  method: 'PUT',
  path: '/api/user/change-password',
  summary: 'Gives the account another password and ends its other sessions.',
  audience: 'user',
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
  summary: 'Ends the session of the caller.',
  audience: 'user',
  input: z.object({}),
  output: response(z.null()),
});

/** A device on which somebody is logged in to the account. */
const session = z
  .object({
    _id: id,
    /** What the browser says it is, in words: `Chrome on Android`. */
    device: z.string(),
    kind: z.enum(['phone', 'tablet', 'computer', 'unknown']),
    /** It is the session that asks. */
    isCurrent: z.boolean(),
    createdAt: moment,
    lastUsedAt: moment,
  })
  .meta({ id: 'Session' });
export type Session = z.output<typeof session>;

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'Gives the devices on which the caller is logged in: this one first, then the last used.',
  audience: 'user',
  input: z.object({}),
  output: response(z.array(session)),
});

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/end-session',
  summary: 'Logs one of the caller’s devices out.',
  audience: 'user',
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});

export const endOtherSessions = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/end-other-sessions',
  summary: 'Logs all of the caller’s devices out but the one that asks.',
  audience: 'user',
  input: z.object({}).default({}),
  output: response(z.object({ ended: z.number().int() })),
});

export const forgotPassword = defineEndpoint({
  method: 'PUT',
  path: '/api/user/forgot-password',
  summary:
    'Sends a code of 6 digits to the owner of an account. Answers the same whether there is one: nobody learns who is registered.',
  audience: 'anyone',
  input: z.strictObject({ email }),
  output: response(z.null()),
});

export const verifyForgotPasswordOtp = defineEndpoint({
  method: 'PUT',
  path: '/api/user/verify-forgot-password-otp',
  summary: 'Checks the code from the mail; the right one allows one reset within 10 minutes.',
  audience: 'anyone',
  errors: ['BAD_OTP'],
  input: z.strictObject({
    email,
    otp: anyText()
      .trim()
      .regex(/^[0-9]{6}$/, 'Please enter all 6 digits.'),
  }),
  output: response(z.null()),
});

export const resetPassword = defineEndpoint({
  method: 'PUT',
  path: '/api/user/reset-password',
  summary: 'Gives an account whose code was verified a new password and ends all of its sessions.',
  audience: 'anyone',
  errors: ['RESET_NOT_ALLOWED'],
  input: z
    .strictObject({ email, newPassword: password, confirmPassword })
    .refine((input) => input.newPassword === input.confirmPassword, passwordMismatch),
  output: response(z.null()),
});

export const verifyEmail = defineEndpoint({
  method: 'POST',
  path: '/api/user/verify-email',
  summary:
    'Proves that a shopper reads the mails of an address, by the code of the link that was sent there.',
  audience: 'anyone',
  errors: ['BAD_VERIFICATION_CODE', 'EMAIL_TAKEN'],
  input: z.strictObject({ code: anyText().trim().min(1, required).max(200) }),
  output: response(z.object({ email: z.string() })),
});

export const sendVerification = defineEndpoint({
  method: 'POST',
  path: '/api/user/send-verification',
  summary:
    'Sends the link again: to the address that the account moves to, or to its own while that is not verified.',
  audience: 'user',
  input: z.object({}),
  output: response(z.null()),
});
