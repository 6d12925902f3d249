import { toast } from 'react-hot-toast/headless';
import { expect, test, vi } from 'vitest';
import { dismissToast, maximumToasts, showToast, toastDurations } from './toast.ts';

test('toasts stay as long as the specification says', () => {
  expect(toastDurations).toEqual({
    success: 2000,
    error: 4000,
    blank: 4000,
    custom: 4000,
    loading: Infinity,
  });
  expect(maximumToasts).toBe(20);
});

test('a toast is shown as what it is, with its duration', () => {
  const error = vi.spyOn(toast, 'error');
  showToast('error', 'Only 3 left', { id: 'stock' });
  expect(error).toHaveBeenCalledWith('Only 3 left', { duration: 4000, id: 'stock' });
});

test('a toast gives the id by which it is taken away', () => {
  const dismiss = vi.spyOn(toast, 'dismiss');
  const id = showToast('loading', 'Loading...');
  dismissToast(id);
  expect(dismiss).toHaveBeenCalledWith(id);
});
