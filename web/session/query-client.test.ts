import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTab } from '#tests/fixtures/browser-fakes.ts';
import { connectionError } from '#web/api/api-error.ts';

/** A query whose reads the test answers itself. */
async function openQuery(options: { staleTime?: number } = {}) {
  const { QueryObserver, queryOptions } = await import('@tanstack/react-query');
  const { queryClient, setQueryData, invalidateQuery } = await import('./query-client.ts');
  const { forgetSession } = await import('./session.ts');
  const reads: { answer: (data: string) => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];
  const query = queryOptions({
    ...options,
    queryKey: ['asha'],
    queryFn: ({ signal }) =>
      new Promise<string>((answer, fail) => {
        reads.push({ answer, fail, signal });
      }),
  });
  onTestFinished(() => queryClient.unmount());
  /** Shows the query as a component does. Returns the function that unmounts it. */
  const show = () => new QueryObserver(queryClient, query).subscribe(() => {});
  const state = () => queryClient.getQueryState(query.queryKey);
  async function answer(index: number, data: string | Error) {
    const read = reads.at(index);
    if (typeof data === 'string') read?.answer(data);
    else read?.fail(data);
    await vi.advanceTimersByTimeAsync(0);
  }
  const { queryKey } = query;
  return { queryKey, reads, show, state, answer, setQueryData, invalidateQuery, forgetSession };
}

beforeEach(() => {
  vi.useFakeTimers();
  openTab();
});

describe('a query', () => {
  it('is read once for two components, and again when the data is older than 30 seconds', async () => {
    const { reads, show, state, answer } = await openQuery();
    show();
    show();
    expect(reads).toHaveLength(1);
    await answer(0, 'one');
    show();
    expect(reads).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(30_000);
    show();
    expect(reads).toHaveLength(2);
    expect(state()).toMatchObject({ data: 'one', fetchStatus: 'fetching' });
  });

  it('is read again after a lost connection, then reports it and keeps the last data', async () => {
    const { reads, show, state, answer } = await openQuery({ staleTime: 0 });
    show();
    await answer(0, 'one');
    show();
    await answer(1, connectionError('OFFLINE'));
    expect(state()).toMatchObject({ data: 'one', error: null, fetchStatus: 'fetching' });
    await vi.advanceTimersByTimeAsync(1000);
    await answer(2, connectionError('OFFLINE'));
    expect(reads).toHaveLength(3);
    expect(state()).toMatchObject({ data: 'one', error: { code: 'OFFLINE' }, fetchStatus: 'idle' });
  });

  it('is not read again after the server has rejected it', async () => {
    const { reads, show, state, answer } = await openQuery();
    const { ApiError } = await import('#web/api/api-error.ts');
    show();
    await answer(0, new ApiError({ code: 'NOT_FOUND', status: 404, message: 'Unknown order' }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reads).toHaveLength(1);
    expect(state()).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it('is read without a connection too, and again when there is one or the page becomes visible', async () => {
    const { reads, show, answer } = await openQuery({ staleTime: 0 });
    window.dispatchEvent(new Event('offline'));
    const hide = show();
    expect(reads).toHaveLength(1);
    await answer(0, 'saved');
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(reads).toHaveLength(2);
    await answer(1, 'one');
    window.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(reads).toHaveLength(3);
    await answer(2, 'two');
    hide();
    window.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(reads).toHaveLength(3);
  });

  it('drops the response of a read that began before a change', async () => {
    const { queryKey, reads, show, state, answer, setQueryData } = await openQuery({ staleTime: 0 });
    show();
    await answer(0, 'one');
    show();
    setQueryData(queryKey, (data) => `${data} changed`);
    expect(reads[1]?.signal.aborted).toBe(true);
    await answer(1, 'outdated');
    expect(state()).toMatchObject({ data: 'one changed', fetchStatus: 'idle' });
  });

  it('is read again when it is invalidated during the first read, and shows the second response only', async () => {
    const { queryKey, reads, show, state, answer, invalidateQuery } = await openQuery();
    show();
    const invalidated = invalidateQuery(queryKey);
    expect(reads).toHaveLength(2);
    expect(reads[0]?.signal.aborted).toBe(true);
    await answer(0, 'outdated');
    expect(state()).toMatchObject({ data: undefined, fetchStatus: 'fetching' });
    await answer(1, 'current');
    await invalidated;
    expect(state()).toMatchObject({ data: 'current', fetchStatus: 'idle' });
  });

  it('is read at the next use when it is invalidated while nothing shows it', async () => {
    const { queryKey, reads, show, answer, invalidateQuery } = await openQuery();
    const hide = show();
    await answer(0, 'one');
    hide();
    await invalidateQuery(queryKey);
    expect(reads).toHaveLength(1);
    show();
    expect(reads).toHaveLength(2);
  });

  it('cancels its read when the last component is unmounted', async () => {
    const { reads, show, state, answer } = await openQuery();
    const [hideFirst, hideSecond] = [show(), show()];
    hideFirst();
    expect(reads[0]?.signal.aborted).toBe(false);
    hideSecond();
    expect(reads[0]?.signal.aborted).toBe(true);
    await answer(0, 'one');
    expect(state()).toMatchObject({ data: undefined, fetchStatus: 'idle' });
  });

  it('is forgotten at the logout, with a read that is under way', async () => {
    const { queryKey, reads, show, state, answer, setQueryData, forgetSession } = await openQuery({
      staleTime: 0,
    });
    show();
    await answer(0, 'one');
    show();
    forgetSession();
    await answer(1, 'two');
    expect(state()).toBeUndefined();
    expect(reads[1]?.signal.aborted).toBe(true);
    // Such as an optimistic change that is reverted after the logout.
    setQueryData(queryKey, () => 'one');
    expect(state()).toBeUndefined();
  });

  it('is not stored by the server, where nothing reads it', async () => {
    vi.stubGlobal('window', undefined);
    const { QueryObserver } = await import('@tanstack/react-query');
    const { queryClient } = await import('./query-client.ts');
    new QueryObserver(queryClient, { queryKey: ['cancelled-order', 'any id'], enabled: false });
    await vi.advanceTimersByTimeAsync(0);
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
  });
});
