import { z } from 'zod';
import { answer, describeCall } from './call.ts';
import { id, moment } from './fields.ts';

export const refreshToken = describeCall({
  name: 'refreshToken',
  summary: 'Exchanges the refresh token (sent as Bearer) for a new pair.',
  audience: 'anyone',
  input: z.object({}).default({}),
  output: answer(z.object({ accessToken: z.string(), refreshToken: z.string() })),
});

export const logoutUser = describeCall({
  name: 'logoutUser',
  summary: 'Ends the session of the caller.',
  audience: 'user',
  input: z.object({}),
  output: answer(z.null()),
});

/** A device on which somebody is logged in to the account. */
export const session = z.object({
  _id: id,
  /** What the browser says it is, in words: `Chrome on Android`. */
  device: z.string(),
  kind: z.enum(['phone', 'tablet', 'computer', 'unknown']),
  /** It is the session that asks. */
  isCurrent: z.boolean(),
  createdAt: moment,
  lastUsedAt: moment,
});
export type Session = z.output<typeof session>;

export const listSessions = describeCall({
  name: 'listSessions',
  summary: 'Gives the devices on which the caller is logged in: this one first, then the last used.',
  audience: 'user',
  input: z.object({}),
  output: answer(z.array(session)),
});

export const endSession = describeCall({
  name: 'endSession',
  summary: 'Logs one of the caller’s devices out.',
  audience: 'user',
  input: z.strictObject({ _id: id }),
  output: answer(z.null()),
});

export const endOtherSessions = describeCall({
  name: 'endOtherSessions',
  summary: 'Logs all of the caller’s devices out but the one that asks.',
  audience: 'user',
  input: z.object({}).default({}),
  output: answer(z.object({ ended: z.number().int() })),
});
