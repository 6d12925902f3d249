import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openTab } from '#tests/fixtures/browser-fakes.ts';
import { connectionError } from '#web/api/api-error.ts';

const key: [string] = ['asha'];

/** A query whose reads the test answers itself. */
async function openQuery(options: { retries?: number; freshMs?: number } = {}) {
  const { createQuery } = await import('./query.ts');
  const { forgetSession } = await import('#web/session/session.ts');
  const reads: { answer: (data: string) => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];
  const query = createQuery<[string], string>({
    retries: 0,
    ...options,
    read: (_key, signal) =>
      new Promise((answer, fail) => {
        reads.push({ answer, fail, signal });
      }),
  });
  const entry = () => query.useEntries.getState()[key.join(' ')];
  async function answer(index: number, data: string | Error) {
    const read = reads.at(index);
    if (typeof data === 'string') read?.answer(data);
    else read?.fail(data);
    await vi.advanceTimersByTimeAsync(0);
  }
  return { query, reads, entry, answer, forgetSession };
}

beforeEach(() => {
  vi.useFakeTimers();
  openTab();
});

describe('a query', () => {
  it('is read once for two components and shown to both', async () => {
    const { query, reads, entry, answer } = await openQuery();
    query.observe(key);
    query.observe(key);
    expect(reads).toHaveLength(1);
    expect(entry()).toMatchObject({ isFetching: true });
    await answer(0, 'one');
    expect(entry()).toMatchObject({ data: 'one', isFetching: false, error: null });
  });

  it('shows a fresh response without another read, and reads an older one again', async () => {
    const { query, reads, entry, answer } = await openQuery({ freshMs: 30_000 });
    query.observe(key)();
    query.observe(key);
    await answer(1, 'one');
    query.observe(key);
    expect(reads).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(30_000);
    query.observe(key);
    expect(reads).toHaveLength(3);
    expect(entry()).toMatchObject({ data: 'one', isFetching: true });
  });

  it('without an end of its freshness is read at the first use only', async () => {
    const { query, reads, answer } = await openQuery({ freshMs: Number.POSITIVE_INFINITY });
    query.observe(key);
    await answer(0, 'one');
    query.observe(key);
    expect(reads).toHaveLength(1);
  });

  it('keeps the last data when a read fails', async () => {
    const { query, entry, answer } = await openQuery();
    query.observe(key);
    await answer(0, 'one');
    void query.load(key);
    await answer(1, connectionError('OFFLINE'));
    expect(entry()).toMatchObject({ data: 'one', isFetching: false, error: { code: 'OFFLINE' } });
  });

  it('repeats a failed read after one and two seconds, then reports the error', async () => {
    const { query, reads, entry, answer } = await openQuery({ retries: 2 });
    query.observe(key);
    for (const [index, pauseMs] of [1000, 2000].entries()) {
      await answer(index, connectionError('OFFLINE'));
      expect(entry()).toMatchObject({ isFetching: true, error: null });
      await vi.advanceTimersByTimeAsync(pauseMs);
      expect(reads).toHaveLength(index + 2);
    }
    await answer(2, connectionError('OFFLINE'));
    expect(entry()).toMatchObject({ isFetching: false, error: { code: 'OFFLINE' } });
    expect(reads).toHaveLength(3);
  });

  it('does not repeat a read that the server has rejected', async () => {
    const { query, reads, entry, answer } = await openQuery({ retries: 2 });
    const { ApiError } = await import('#web/api/api-error.ts');
    query.observe(key);
    await answer(0, new ApiError({ code: 'NOT_FOUND', status: 404, message: 'Unknown order' }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reads).toHaveLength(1);
    expect(entry()).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it('drops the response of a read that began before a change', async () => {
    const { query, reads, entry, answer } = await openQuery();
    query.observe(key);
    await answer(0, 'one');
    void query.load(key);
    query.set(key, (data) => `${data} changed`);
    expect(reads[1]?.signal.aborted).toBe(true);
    await answer(1, 'outdated');
    expect(entry()).toMatchObject({ data: 'one changed', isFetching: false });
  });

  it('is read again when it is invalidated during a read, and shows the second response only', async () => {
    const { query, reads, entry, answer } = await openQuery();
    query.observe(key);
    const invalidated = query.invalidate(key);
    expect(reads).toHaveLength(2);
    await answer(0, 'outdated');
    expect(entry()).toMatchObject({ isFetching: true });
    await answer(1, 'current');
    await invalidated;
    expect(entry()).toMatchObject({ data: 'current', isFetching: false });
  });

  it('is read at the next use when it is invalidated while nothing shows it', async () => {
    const { query, reads, answer } = await openQuery({ freshMs: 30_000 });
    const stop = query.observe(key);
    await answer(0, 'one');
    stop();
    await query.invalidate(key);
    expect(reads).toHaveLength(1);
    query.observe(key);
    expect(reads).toHaveLength(2);
  });

  it('is read again when the browser is online and when the page becomes visible', async () => {
    const { query, reads, answer } = await openQuery();
    const stop = query.observe(key);
    await answer(0, connectionError('OFFLINE'));
    window.dispatchEvent(new Event('online'));
    expect(reads).toHaveLength(2);
    await answer(1, 'one');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(reads).toHaveLength(3);
    await answer(2, 'two');
    Object.assign(document, { visibilityState: 'hidden' });
    window.dispatchEvent(new Event('online'));
    stop();
    Object.assign(document, { visibilityState: 'visible' });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(reads).toHaveLength(3);
  });

  it('cancels its read when the last component is unmounted', async () => {
    const { query, reads, entry, answer } = await openQuery();
    const stops = [query.observe(key), query.observe(key)];
    stops[0]?.();
    expect(reads[0]?.signal.aborted).toBe(false);
    stops[1]?.();
    expect(reads[0]?.signal.aborted).toBe(true);
    await answer(0, 'one');
    expect(entry()).toMatchObject({ isFetching: false });
    expect(query.get(key)).toBeUndefined();
  });

  it('is forgotten at the logout, with a read that is under way', async () => {
    const { query, reads, entry, answer, forgetSession } = await openQuery();
    query.observe(key);
    await answer(0, 'one');
    void query.load(key);
    forgetSession();
    await answer(1, 'two');
    expect(entry()).toBeUndefined();
    expect(reads[1]?.signal.aborted).toBe(true);
  });
});
