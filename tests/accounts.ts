import type { Pool } from '#server/database/connect.ts';
import { sessionCalls } from '#server/features/session/session.calls.ts';
import { startSession } from '#server/features/session/session.service.ts';
import { userCalls } from '#server/features/user/user.calls.ts';
import { runCall, testContext } from './context.ts';

/** The password of every account that a test registers. */
export const testPassword = 'mango lassi at noon';

/** Opens an account as a visitor does; gives its id. */
export async function register(sql: Pool, email: string): Promise<string> {
  const input = { name: 'Asha', email, password: testPassword, confirmPassword: testPassword };
  const { data } = await runCall(userCalls, 'registerUser', testContext(sql), input);
  return data._id;
}

/** Logs in and gives the tokens. */
export async function logIn(sql: Pool, email: string) {
  const { data } = await runCall(userCalls, 'loginUser', testContext(sql), { email, password: testPassword });
  return { accessToken: data.accesstoken, refreshToken: data.refreshToken };
}

/** Starts a session of an account without asking for its password, which takes its time. */
export function openSession(sql: Pool, userId: string) {
  return startSession(testContext(sql), userId);
}

/** Exchanges a refresh token for a new pair, at a moment if one is named. */
export async function refresh(sql: Pool, refreshToken: string | null, now: () => Date = () => new Date()) {
  const context = testContext(sql, { bearer: refreshToken, now });
  const { data } = await runCall(sessionCalls, 'refreshToken', context);
  return data;
}

/** Logs the bearer of an access token out. */
export async function logOut(sql: Pool, accessToken: string): Promise<void> {
  const context = testContext(sql);
  const caller = await context.tokens.verify(accessToken);
  await runCall(sessionCalls, 'logoutUser', { ...context, caller });
}
