import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { importWithRetry } from './lazy.tsx';

let goOnline: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', {
    addEventListener: (_name: 'online', listener: () => void) => {
      goOnline = listener;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const failedImport = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

test('returns the module when the first import succeeds', async () => {
  await expect(importWithRetry(async () => 'part')).resolves.toBe('part');
});

test('retries a failed import', async () => {
  const load = vi
    .fn(async () => 'part')
    .mockImplementationOnce(failedImport)
    .mockImplementationOnce(failedImport);
  const loaded = importWithRetry(load);
  await vi.runAllTimersAsync();
  await expect(loaded).resolves.toBe('part');
});

test('rejects after three failures, as for a chunk of an earlier release', async () => {
  const load = vi.fn(failedImport);
  const loaded = expect(importWithRetry(load)).rejects.toThrow('dynamically');
  await vi.runAllTimersAsync();
  await loaded;
  expect(load).toHaveBeenCalledTimes(3);
});

test('waits until the browser is online, without a limit', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const load = vi.fn(async () => 'part').mockImplementationOnce(failedImport);
  const loaded = importWithRetry(load);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(load).toHaveBeenCalledOnce();
  goOnline();
  await expect(loaded).resolves.toBe('part');
});
