import { vi } from 'vitest';

/** What a test needs of a browser tab: storage that several tabs can share, and a shop that answers fetch. */
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

/** Stands in for the browser around one module graph; every call of it is a fresh tab on the same `storage`. */
export function openTab(storage: Storage = new MemoryStorage()): Storage {
  vi.resetModules();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  return storage;
}

/** Says to this tab what a browser says when another one has changed the storage. */
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

/** Answers every request with `shop`; gives the list of what was asked. */
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
