import { createElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

const library = vi.hoisted(() => {
  const toast = Object.assign(vi.fn(), {
    success: vi.fn(),
    error: vi.fn(),
    loading: vi.fn(),
    dismiss: vi.fn(),
  });
  return { toast, default: toast };
});
vi.mock('react-hot-toast/headless', () => library);
const { toast } = library;

let toasts: typeof import('./toast.ts');
beforeEach(async () => {
  vi.resetModules();
  vi.clearAllMocks();
  toasts = await import('./toast.ts');
});

test('toasts are shown for 2 s when they report success, 4 s otherwise, and until dismissed while loading', () => {
  expect(toasts.toastDurations).toEqual({
    success: 2000,
    error: 4000,
    blank: 4000,
    custom: 4000,
    loading: Infinity,
  });
  expect(toasts.maximumToasts).toBe(20);
});

test('shows a toast of its type with its duration', async () => {
  toasts.showToast('error', 'Only 3 left', { id: 'stock' });
  await expect.poll(() => toast.error).toHaveBeenCalled();
  expect(toast.error).toHaveBeenCalledWith('Only 3 left', { duration: 4000, id: 'stock' });
  toasts.showToast('blank', 'Copied', { id: 'copy', durationMilliseconds: 1000 });
  await expect.poll(() => toast).toHaveBeenCalledWith('Copied', { duration: 1000, id: 'copy' });
});

test('shows a toast with a button for 10 s', async () => {
  const message = createElement('button', { type: 'button' });
  toasts.showToast('success', message, { id: 'undo' });
  await expect.poll(() => toast.success).toHaveBeenCalledWith(message, { duration: 10_000, id: 'undo' });
});

test('returns a unique id for each toast, and dismisses by it after showing', async () => {
  const [one, two] = [toasts.showToast('loading', 'Loading...'), toasts.showToast('success', 'Saved')];
  expect(one).not.toBe(two);
  toasts.dismissToast(one);
  await expect.poll(() => toast.dismiss).toHaveBeenCalledWith(one);
  const order = [toast.loading, toast.success, toast.dismiss].map(
    ({ mock }) => mock.invocationCallOrder[0] ?? 0,
  );
  expect(order).toEqual(order.toSorted((first, second) => first - second));
});

test('a toast is shown after the code of an earlier one could not be loaded', async () => {
  vi.doMock('./lazy.tsx', () => ({ importWithRetry: (load: () => Promise<unknown>) => load() }));
  const failing = vi.fn(() => {
    throw new Error('Failed to fetch');
  });
  vi.doMock('react-hot-toast/headless', failing);
  vi.resetModules();
  toasts = await import('./toast.ts');
  toasts.showToast('success', 'Saved');
  await expect.poll(() => failing).toHaveBeenCalled();
  vi.doMock('react-hot-toast/headless', () => library);
  await vi.waitFor(() => {
    toasts.showToast('success', 'Saved again', { id: 'again' });
    expect(toast.success).toHaveBeenCalledWith('Saved again', { duration: 2000, id: 'again' });
  }, 20_000);
});
