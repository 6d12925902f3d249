import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failure, mockFetch, openTab, success } from '#tests/fixtures/browser-fakes.ts';

type Answer = { status?: number; body: unknown; retryAfter?: string } | 'offline' | 'silence';

interface Upload {
  method: string;
  path: string;
  headers: Record<string, string>;
  form: FormData;
  isAborted: boolean;
  timeout: number;
}

beforeEach(() => {
  openTab();
  localStorage.setItem('accesstoken', 'old');
  localStorage.setItem('refreshToken', 'refresh-1');
});
afterEach(() => vi.unstubAllGlobals());

const picture = new Blob(['a picture'], { type: 'image/png' });
const refreshPath = '/api/user/refresh-token';
const saved = success({ avatar: '/images/abc/640.webp' });

/** Responds to uploads with `shop`, after progress events for half and all of it. Returns the uploads. */
function answerUploads(shop: (bearer: string | undefined) => Answer): Upload[] {
  const uploads: Upload[] = [];
  class FakeRequest {
    upload: { onprogress?: (event: object) => void } = {};
    onload = () => {};
    onerror = () => {};
    onabort = () => {};
    ontimeout = () => {};
    onloadend = () => {};
    timeout = 0;
    status = 0;
    responseText = '';
    readonly #sent: Upload = {
      method: '',
      path: '',
      headers: {},
      form: new FormData(),
      isAborted: false,
      timeout: 0,
    };
    #retryAfter: string | null = null;

    open(method: string, path: string) {
      Object.assign(this.#sent, { method, path });
    }

    setRequestHeader(name: string, value: string) {
      this.#sent.headers[name] = value;
    }

    getResponseHeader() {
      return this.#retryAfter;
    }

    abort() {
      this.#sent.isAborted = true;
      this.onabort();
      this.onloadend();
    }

    send(form: FormData) {
      uploads.push(Object.assign(this.#sent, { form, timeout: this.timeout }));
      for (const loaded of [50, 100])
        this.upload.onprogress?.({ lengthComputable: true, loaded, total: 100 });
      this.upload.onprogress?.({ lengthComputable: false, loaded: 7, total: 0 });
      const answer = shop(this.#sent.headers.Authorization?.replace('Bearer ', ''));
      if (answer === 'silence') return;
      if (answer === 'offline') this.onerror();
      else {
        this.status = answer.status ?? 200;
        this.responseText = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
        this.#retryAfter = answer.retryAfter ?? null;
        this.onload();
      }
      this.onloadend();
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  return uploads;
}

it('sends the file as a form field with the stored access token, and returns the response', async () => {
  const uploads = answerUploads(() => saved);
  const { uploadFile } = await import('./files.ts');
  const outcome = await uploadFile('uploadAvatar', { avatar: picture });
  expect(outcome).toMatchObject({ isOk: true, response: { data: { avatar: '/images/abc/640.webp' } } });
  expect(uploads).toMatchObject([
    { method: 'PUT', path: '/api/user/upload-avatar', headers: { Authorization: 'Bearer old' } },
  ]);
  const [[field, file] = []] = [...(uploads[0]?.form ?? [])];
  expect([field, file instanceof Blob && (await file.text())]).toEqual(['avatar', 'a picture']);
  // The browser sets the header with the boundary of the form.
  expect(Object.keys(uploads[0]?.headers ?? {})).not.toContain('Content-Type');
});

it('reports progress if the length is known', async () => {
  answerUploads(() => saved);
  const { uploadFile } = await import('./files.ts');
  const shares: number[] = [];
  await uploadFile('uploadAvatar', { avatar: picture }, { onProgress: (share) => shares.push(share) });
  expect(shares).toEqual([0.5, 1]);
});

it('refreshes the tokens once for concurrent calls, and sends the file again', async () => {
  const uploads = answerUploads((bearer) => (bearer === 'new' ? saved : failure(401, 'UNAUTHENTICATED')));
  const requests = mockFetch(({ path, bearer }) => {
    if (path === refreshPath) return success({ accessToken: 'new', refreshToken: 'refresh-2' });
    return bearer === 'new' ? success([]) : failure(401, 'UNAUTHENTICATED');
  });
  const { uploadFile } = await import('./files.ts');
  const { callApi } = await import('./client.ts');
  const outcomes = await Promise.all([
    uploadFile('uploadAvatar', { avatar: picture }),
    callApi('listCartLines', {}),
    callApi('listAddresses', {}),
  ]);
  expect(outcomes.map(({ isOk }) => isOk)).toEqual([true, true, true]);
  expect(requests.filter(({ path }) => path === refreshPath)).toHaveLength(1);
  expect(uploads.map(({ headers }) => headers.Authorization)).toEqual(['Bearer old', 'Bearer new']);
});

it('fails if the session has ended', async () => {
  const uploads = answerUploads(() => failure(401, 'UNAUTHENTICATED'));
  mockFetch(() => failure(401, 'BAD_REFRESH_TOKEN'));
  const { uploadFile } = await import('./files.ts');
  const outcome = await uploadFile('uploadAvatar', { avatar: picture });
  expect(outcome).toMatchObject({ isOk: false, error: { code: 'UNAUTHENTICATED' } });
  expect([uploads.length, localStorage.getItem('accesstoken')]).toEqual([1, null]);
});

it('returns an error as a value, with the time to wait', async () => {
  answerUploads(() => ({ ...failure(429, 'TOO_MANY_REQUESTS'), retryAfter: '42' }));
  const { uploadFile } = await import('./files.ts');
  expect(await uploadFile('uploadAvatar', { avatar: picture })).toMatchObject({
    error: { code: 'TOO_MANY_REQUESTS', status: 429, retryAfterSeconds: 42 },
  });
});

it('distinguishes a missing connection, an unreadable response and a cancelled upload', async () => {
  const { uploadFile } = await import('./files.ts');
  answerUploads(() => 'offline');
  const form = { avatar: picture };
  expect(await uploadFile('uploadAvatar', form)).toMatchObject({ error: { code: 'OFFLINE', status: 0 } });
  answerUploads(() => ({ status: 502, body: '<h1>Bad gateway</h1>' }));
  expect(await uploadFile('uploadAvatar', form)).toMatchObject({
    error: { code: 'UNREADABLE', status: 502 },
  });
  const uploads = answerUploads(() => 'silence');
  const early = await uploadFile('uploadAvatar', form, { signal: AbortSignal.abort() });
  expect([early, uploads.length]).toMatchObject([{ error: { code: 'CANCELLED' } }, 0]);
  const cancelling = new AbortController();
  const sending = uploadFile('uploadAvatar', form, { signal: cancelling.signal });
  cancelling.abort();
  expect(await sending).toMatchObject({ error: { code: 'CANCELLED' } });
  expect(uploads).toMatchObject([{ isAborted: true }]);
});

it('has a timeout of minutes', async () => {
  const uploads = answerUploads(() => saved);
  const { uploadFile } = await import('./files.ts');
  await uploadFile('uploadAvatar', { avatar: picture });
  expect(uploads[0]?.timeout).toBeGreaterThan(60_000);
});
