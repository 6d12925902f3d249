import { z } from 'zod';
import { answer, describeCall } from './call.ts';
import { anyText, email, id, moment, name, phoneNumber, text } from './fields.ts';

export const role = z.enum(['USER', 'ADMIN']);
export const userStatus = z.enum(['Active', 'Inactive', 'Suspended']);

/** At least 8 and at most 128 characters (decisions section 2); a password is never trimmed. */
export const password = anyText()
  .min(8, 'At least 8 characters.')
  .max(128, 'At most 128 characters.')
  // Halves of surrogate pairs have no bytes of their own: all such passwords would be the same one.
  .refine((text) => text.isWellFormed(), 'This contains characters that cannot be typed.');

/** A password as somebody types it to prove who they are: whatever an older rule may have let through. */
export const typedPassword = anyText().min(1, 'Please fill this in.').max(128, 'At most 128 characters.');

/** The issue when a new password was typed in two ways (specification section 5). */
export const newPasswordsDiffer = {
  path: ['confirmPassword'],
  message: 'New password and confirm password must be same.',
};

/** What the shopper's own client may know of the account (specification section 3). */
export const user = z.object({
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
});
export type User = z.output<typeof user>;

export const registerUser = describeCall({
  name: 'registerUser',
  summary: 'Opens an account.',
  audience: 'anyone',
  input: z
    .strictObject({ name: name(100), email, password, confirmPassword: anyText() })
    .refine((input) => input.password === input.confirmPassword, {
      path: ['confirmPassword'],
      message: 'password and confirm password must be same',
    }),
  output: answer(z.object({ _id: id, name: z.string(), email: z.string() })),
});

export const loginUser = describeCall({
  name: 'loginUser',
  summary: 'Starts a session.',
  audience: 'anyone',
  // More lenient than registration, so that the answer does not depend on what an address may look like.
  input: z.strictObject({
    email: text(254).toLowerCase(),
    password: typedPassword,
  }),
  output: answer(z.object({ accesstoken: z.string(), refreshToken: z.string() })),
});

export const getUserDetails = describeCall({
  name: 'getUserDetails',
  summary: 'Gives the account of the caller.',
  audience: 'user',
  input: z.object({}),
  output: answer(user),
});

export const updateUser = describeCall({
  name: 'updateUser',
  summary:
    'Changes the profile. Another `email` needs the `password`, and takes effect when its owner has opened the link that is sent to it.',
  audience: 'user',
  input: z.strictObject({
    name: name(100),
    email,
    mobile: phoneNumber,
    password: typedPassword.optional(),
  }),
  output: answer(user),
});

export const uploadAvatar = describeCall({
  name: 'uploadAvatar',
  summary:
    'Takes in a picture of the shopper (multipart field `avatar`: JPEG, PNG, WebP or AVIF, up to 5 MB).',
  audience: 'user',
  upload: 'avatar',
  input: z.strictObject({ avatar: z.instanceof(Uint8Array) }),
  output: answer(z.object({ avatar: z.string() })),
});

export const changePassword = describeCall({
  name: 'changePassword',
  summary: 'Gives the account another password and ends its other sessions.',
  audience: 'user',
  input: z
    .strictObject({ password: typedPassword, newPassword: password, confirmPassword: anyText() })
    .refine((input) => input.newPassword === input.confirmPassword, newPasswordsDiffer),
  output: answer(z.null()),
});
