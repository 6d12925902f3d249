import type { CallInput } from '#contract/calls.ts';
import { type CallName, endpointOf } from '#contract/paths.ts';
import { type CallOutcome, outcomeOf, withSession } from '#web/api.ts';
import { type ConnectionCode, connectionError } from './api-error.ts';
import { readAnswer } from './read-answer.ts';

type FieldsOf<Name extends CallName> = CallInput<Name>[keyof CallInput<Name>];

/** The calls that take a file, and nothing but files. */
export type UploadName = {
  [Name in CallName]: [FieldsOf<Name>] extends [never]
    ? never
    : FieldsOf<Name> extends Uint8Array
      ? Name
      : never;
}[CallName];

/** What is sent: a file in each field in which the server takes bytes. */
export type UploadForm<Name extends UploadName> = { [Field in keyof CallInput<Name>]: Blob };

export interface UploadOptions {
  signal?: AbortSignal | undefined;
  /** Called while the file is on its way, with the part of it that was sent: 0 to 1. */
  onProgress?: (share: number) => void;
  timeoutMilliseconds?: number;
}

// A picture of 5 MB takes a minute over a weak mobile network, and the shop some seconds to look at it.
const standardTimeoutMilliseconds = 150_000;

/** Makes a call that takes a file, as `callApi` makes all others. Never throws. */
export async function uploadFile<Name extends UploadName>(
  name: Name,
  form: UploadForm<Name>,
  options: UploadOptions = {},
): Promise<CallOutcome<Name>> {
  return withSession((accessToken) => send(name, form, accessToken, options));
}

// Of all ways to send something, only this old one tells how far it is.
function send<Name extends UploadName>(
  name: Name,
  form: UploadForm<Name>,
  accessToken: string | null,
  { signal, onProgress, timeoutMilliseconds = standardTimeoutMilliseconds }: UploadOptions,
): Promise<CallOutcome<Name>> {
  return new Promise((resolve) => {
    const fail = (code: ConnectionCode) => resolve({ isOk: false, error: connectionError(code) });
    if (signal?.aborted) return fail('CANCELLED');
    const { method, path } = endpointOf(name);
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
      resolve(outcomeOf<Name>(readAnswer({ status: request.status, retryAfter, body })));
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
