import { vi } from 'vitest';

export class MemoryStorage implements Storage {
  readonly #values = new Map<string, string>();

  get length(): number {
    return this.#values.size;
  }

  clear(): void {
    this.#values.clear();
  }

  getItem(key: string): string | null {
    return this.#values.get(key) ?? null;
  }

  key(index: number): string | null {
    return [...this.#values.keys()][index] ?? null;
  }

  removeItem(key: string): void {
    this.#values.delete(key);
  }

  setItem(key: string, value: string): void {
    this.#values.set(key, value);
  }
}

/** Stubs the browser globals and resets the modules: each call is a new tab on the same `storage`. */
export function openTab(storage: Storage = new MemoryStorage()): Storage {
  vi.resetModules();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  return storage;
}

/** Dispatches the event of a change of the storage by another tab. */
export function dispatchStorageEvent(key: string | null): void {
  window.dispatchEvent(Object.assign(new Event('storage'), { key }));
}

export interface MockedRequest {
  method: string;
  path: string;
  bearer: string | null;
  headers: Headers;
  body: unknown;
}

type MockedResponse = { status?: number; body: Record<string, unknown> } | 'offline';

/** Stubs fetch with `shop`. Returns the list of requests. */
export function mockFetch(
  shop: (request: MockedRequest) => MockedResponse | Promise<MockedResponse>,
): MockedRequest[] {
  const requests: MockedRequest[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const bearer = headers.get('Authorization')?.replace('Bearer ', '') ?? null;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    const request = { method: init.method ?? 'GET', path, bearer, headers, body };
    requests.push(request);
    const answer = await shop(request);
    init.signal?.throwIfAborted();
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    return Response.json(answer.body, { status: answer.status ?? 200 });
  });
  return requests;
}

export function success(data: unknown): { body: Record<string, unknown> } {
  return { body: { success: true, error: false, message: '', data } };
}

export function failure(status: number, code: string, more: Record<string, unknown> = {}) {
  return { status, body: { success: false, error: true, code, message: code, ...more } };
}
