import { onStoredElsewhere, readStored, removeStored, writeStored } from '#web/storage.ts';

const accessKey = 'accesstoken';
const refreshKey = 'refreshToken';

/** The two tokens of a session, kept in local storage under the names of specification section 9. */
export interface SessionTokens {
  accessToken: string;
  refreshToken: string;
}

const listeners = new Set<() => void>();

export function readTokens(): SessionTokens | null {
  const accessToken = readStored(accessKey);
  const refreshToken = readStored(refreshKey);
  return accessToken && refreshToken ? { accessToken, refreshToken } : null;
}

export function storeTokens(tokens: SessionTokens): void {
  // The access token last: who sees a new one also finds the refresh token that belongs to it.
  writeStored(refreshKey, tokens.refreshToken);
  writeStored(accessKey, tokens.accessToken);
  tell();
}

export function clearTokens(): void {
  removeStored(accessKey);
  removeStored(refreshKey);
  tell();
}

/** Calls back after tokens were stored or cleared, in this tab or another. Gives the way to stop. */
export function onTokensChange(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onStoredElsewhere([accessKey, refreshKey], listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}
