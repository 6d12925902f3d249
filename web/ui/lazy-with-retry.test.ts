import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyWithRetry } from './lazy-with-retry.ts';

let comeOnline: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', {
    addEventListener: (_name: 'online', listener: () => void) => {
      comeOnline = listener;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

test('what loads at once is there at once', async () => {
  await expect(lazyWithRetry(async () => 'part')).resolves.toBe('part');
});

test('what fails is tried again', async () => {
  const load = vi
    .fn(async () => 'part')
    .mockImplementationOnce(lost)
    .mockImplementationOnce(lost);
  const loaded = lazyWithRetry(load);
  await vi.runAllTimersAsync();
  await expect(loaded).resolves.toBe('part');
});

test('what is not there at all fails in the end, such as the code of an earlier release', async () => {
  const load = vi.fn(lost);
  const loaded = expect(lazyWithRetry(load)).rejects.toThrow('dynamically');
  await vi.runAllTimersAsync();
  await loaded;
  expect(load).toHaveBeenCalledTimes(3);
});

test('without a connection it waits for one, however long', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const load = vi.fn(async () => 'part').mockImplementationOnce(lost);
  const loaded = lazyWithRetry(load);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(load).toHaveBeenCalledOnce();
  comeOnline();
  await expect(loaded).resolves.toBe('part');
});
