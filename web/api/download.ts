import { type Outcome, withSession } from '#web/api.ts';
import { connectionError } from './api-error.ts';
import { failureOf } from './read-answer.ts';

/** What was downloaded, with the name that the shop gives it. */
export interface DownloadedFile {
  content: Blob;
  name: string;
}

// A large file over a weak network; the shop begins to send at once.
const timeoutMilliseconds = 10 * 60_000;

/**
 * Gets a file that only who is logged in may have, which a plain link could not ask for. Renews the session as
 * `callApi` does. Never throws.
 * @param fallbackName its name when the shop gives none
 */
export function downloadFile(path: string, fallbackName: string): Promise<Outcome<DownloadedFile>> {
  return withSession((accessToken) => get(path, fallbackName, accessToken));
}

async function get(
  path: string,
  fallbackName: string,
  accessToken: string | null,
): Promise<Outcome<DownloadedFile>> {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const headers = new Headers();
  if (accessToken !== null) headers.set('Authorization', `Bearer ${accessToken}`);
  try {
    const response = await fetch(path, { method: 'GET', headers, credentials: 'include', signal });
    if (response.ok) {
      const name = fileNameIn(response.headers.get('Content-Disposition')) ?? fallbackName;
      return { isOk: true, answer: { content: await response.blob(), name } };
    }
    const body: unknown = await response.json().catch(() => null);
    const retryAfter = response.headers.get('Retry-After');
    return { isOk: false, error: failureOf({ status: response.status, retryAfter, body }) };
  } catch {
    return { isOk: false, error: connectionError(signal.aborted ? 'TIMEOUT' : 'OFFLINE') };
  }
}

function fileNameIn(contentDisposition: string | null): string | undefined {
  return /filename="([^"/\\]+)"/.exec(contentDisposition ?? '')?.[1];
}
