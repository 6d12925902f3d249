import { z } from 'zod';
import { answer, describeCall } from './call.ts';
import { anyText, email, id, moment, text } from './fields.ts';

export const role = z.enum(['USER', 'ADMIN']);
export const userStatus = z.enum(['Active', 'Inactive', 'Suspended']);

/** At least 8 and at most 128 characters (decisions section 2); a password is never trimmed. */
export const password = anyText()
  .min(8, 'At least 8 characters.')
  .max(128, 'At most 128 characters.')
  // Halves of surrogate pairs have no bytes of their own: all such passwords would be the same one.
  .refine((text) => text.isWellFormed(), 'This contains characters that cannot be typed.');

/** What the shopper's own client may know of the account (specification section 3). */
export const user = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  avatar: z.string(),
  mobile: z.string(),
  verify_email: z.boolean(),
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
    .strictObject({ name: text(100), email, password, confirmPassword: anyText() })
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
    password: anyText().min(1, 'Please fill this in.').max(128, 'At most 128 characters.'),
  }),
  output: answer(z.object({ accesstoken: z.string(), refreshToken: z.string() })),
});

export const refreshToken = describeCall({
  name: 'refreshToken',
  summary: 'Exchanges the refresh token (sent as Bearer) for a new pair.',
  audience: 'anyone',
  input: z.object({}).default({}),
  output: answer(z.object({ accessToken: z.string(), refreshToken: z.string() })),
});

export const getUserDetails = describeCall({
  name: 'getUserDetails',
  summary: 'Gives the account of the caller.',
  audience: 'user',
  input: z.object({}),
  output: answer(user),
});

export const logoutUser = describeCall({
  name: 'logoutUser',
  summary: 'Ends the session of the caller.',
  audience: 'user',
  input: z.object({}),
  output: answer(z.null()),
});
