import { type EndpointInput, type EndpointName, endpoints } from '#contract/api.ts';
import { type ConnectionCode, connectionError, parseResponse, toApiError } from './api-error.ts';
import { type CallOutcome, type Outcome, toOutcome, translateOutcome, withSession } from './client.ts';

type FieldsOf<Name extends EndpointName> = EndpointInput<Name>[keyof EndpointInput<Name>];

/** The endpoints whose input is a file. */
export type UploadName = {
  [Name in EndpointName]: [FieldsOf<Name>] extends [never]
    ? never
    : FieldsOf<Name> extends Uint8Array
      ? Name
      : never;
}[EndpointName];

/** A file for each field of bytes. */
export type UploadForm<Name extends UploadName> = { [Field in keyof EndpointInput<Name>]: Blob };

export interface UploadOptions {
  signal?: AbortSignal | undefined;
  /** Called with the share that was sent: 0 to 1. */
  onProgress?: (share: number) => void;
  timeoutMilliseconds?: number;
}

// An image of 5 MB takes a minute over a weak mobile network, and the server some seconds to process it.
const defaultTimeoutMs = 150_000;

/** `callApi` for endpoints that take a file. Never throws. */
export async function uploadFile<Name extends UploadName>(
  name: Name,
  form: UploadForm<Name>,
  options: UploadOptions = {},
): Promise<CallOutcome<Name>> {
  return withSession((accessToken) => send(name, form, accessToken, options));
}

// XMLHttpRequest, because fetch reports no upload progress.
function send<Name extends UploadName>(
  name: Name,
  form: UploadForm<Name>,
  accessToken: string | null,
  { signal, onProgress, timeoutMilliseconds = defaultTimeoutMs }: UploadOptions,
): Promise<CallOutcome<Name>> {
  return new Promise((resolve) => {
    const fail = (code: ConnectionCode) => resolve({ isOk: false, error: connectionError(code) });
    if (signal?.aborted) return fail('CANCELLED');
    const { method, path } = endpoints[name];
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.timeout = timeoutMilliseconds;
    request.setRequestHeader('Accept', 'application/json');
    if (accessToken !== null) request.setRequestHeader('Authorization', `Bearer ${accessToken}`);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    request.onload = () => {
      const retryAfter = request.getResponseHeader('Retry-After');
      const body = parsed(request.responseText);
      const outcome = toOutcome<Name>(parseResponse({ status: request.status, retryAfter, body }));
      resolve(import.meta.env.LANGUAGE === 'en' ? outcome : translateOutcome(outcome));
    };
    request.onerror = () => fail('OFFLINE');
    request.ontimeout = () => fail('TIMEOUT');
    request.onabort = () => fail('CANCELLED');
    const cancel = () => request.abort();
    signal?.addEventListener('abort', cancel, { once: true });
    request.onloadend = () => signal?.removeEventListener('abort', cancel);
    request.send(formDataOf(form));
  });
}

function formDataOf(form: Record<string, Blob>): FormData {
  const data = new FormData();
  for (const [field, file] of Object.entries(form)) data.set(field, file);
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export interface FetchedFile {
  content: Blob;
  name: string;
}

// For a large file over a weak network.
const timeoutMilliseconds = 10 * 60_000;

/**
 * Fetches a file with the access token, which a link cannot send. Refreshes the token as `callApi` does. Never throws.
 * @param fallbackName used if the response has no file name
 */
export function fetchFile(path: string, fallbackName: string): Promise<Outcome<FetchedFile>> {
  return withSession((accessToken) => get(path, fallbackName, accessToken));
}

async function get(
  path: string,
  fallbackName: string,
  accessToken: string | null,
): Promise<Outcome<FetchedFile>> {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const headers = new Headers();
  if (accessToken !== null) headers.set('Authorization', `Bearer ${accessToken}`);
  try {
    const response = await fetch(path, { method: 'GET', headers, credentials: 'include', signal });
    if (response.ok) {
      const name = fileNameIn(response.headers.get('Content-Disposition')) ?? fallbackName;
      return { isOk: true, response: { content: await response.blob(), name } };
    }
    const body: unknown = await response.json().catch(() => null);
    const retryAfter = response.headers.get('Retry-After');
    return { isOk: false, error: toApiError({ status: response.status, retryAfter, body }) };
  } catch {
    return { isOk: false, error: connectionError(signal.aborted ? 'TIMEOUT' : 'OFFLINE') };
  }
}

function fileNameIn(contentDisposition: string | null): string | undefined {
  return /filename="([^"/\\]+)"/.exec(contentDisposition ?? '')?.[1];
}

// Browsers read the file after the click event.
const revokeAfterMs = 60_000;

/** Saves a file as a download of the browser. */
export function downloadFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.hidden = true;
  // Removed later: some browsers lose the file name if the link is removed before the file is read.
  document.body.append(link);
  link.click();
  setTimeout(() => {
    link.remove();
    URL.revokeObjectURL(address);
  }, revokeAfterMs);
}

/**
 * A tab for a file to come. Opened at once: a browser blocks tabs that open some time after the tap. Null if it
 * blocks this one too.
 */
export function openTab(): { show: (content: Blob) => void; close: () => void } | null {
  const tab = window.open('', '_blank');
  if (tab === null) return null;
  return {
    show(content) {
      const address = URL.createObjectURL(content);
      tab.location.replace(address);
      setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs);
    },
    close: () => tab.close(),
  };
}

export function downloadCsv(text: string, name: string): void {
  downloadFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);
}
