import { beforeEach, expect, test, vi } from 'vitest';
import type { ToastRenderer } from './toast.ts';

let toasts: typeof import('./toast.ts');
beforeEach(async () => {
  vi.resetModules();
  toasts = await import('./toast.ts');
});

function recordingBoard() {
  return { show: vi.fn<ToastRenderer['show']>(), dismiss: vi.fn<ToastRenderer['dismiss']>() };
}

test('toasts stay as long as the specification says', () => {
  expect(toasts.toastDurations).toEqual({
    success: 2000,
    error: 4000,
    blank: 4000,
    custom: 4000,
    loading: Infinity,
  });
  expect(toasts.maximumToasts).toBe(20);
});

test('a toast is shown as what it is, with its duration', () => {
  const board = recordingBoard();
  toasts.setToastRenderer(board);
  toasts.showToast('error', 'Only 3 left', { id: 'stock' });
  expect(board.show).toHaveBeenCalledWith('error', 'Only 3 left', { duration: 4000, id: 'stock' });
});

test('a toast gives the id by which it is taken away, and no two have the same', () => {
  const board = recordingBoard();
  toasts.setToastRenderer(board);
  const [one, two] = [toasts.showToast('loading', 'Loading...'), toasts.showToast('success', 'Saved')];
  expect(one).not.toBe(two);
  toasts.dismissToast(one);
  expect(board.dismiss).toHaveBeenCalledWith(one);
});

test('what is shown before there is a board to show it waits for it, in its order', () => {
  const called = vi.fn();
  const stop = toasts.subscribeToToasts(called);
  expect(toasts.hasToasts()).toBe(false);
  const id = toasts.showToast('loading', 'Loading...');
  toasts.showToast('success', 'Saved');
  toasts.dismissToast(id);
  expect([called.mock.calls.length, toasts.hasToasts()]).toEqual([2, true]);
  stop();

  const board = recordingBoard();
  toasts.setToastRenderer(board);
  expect(board.show.mock.calls.map(([, message]) => message)).toEqual(['Loading...', 'Saved']);
  expect(board.dismiss).toHaveBeenCalledWith(id);
  toasts.setToastRenderer(recordingBoard());
  expect(board.show).toHaveBeenCalledTimes(2);
});
