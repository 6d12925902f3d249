import type { ReactElement } from 'react';
import { toast } from 'react-hot-toast/headless';

/** Milliseconds a toast stays (specification section 9); a loading toast stays until it is dismissed. */
export const toastDurations = {
  success: 2000,
  error: 4000,
  blank: 4000,
  custom: 4000,
  loading: Number.POSITIVE_INFINITY,
} as const;

export type ToastType = keyof typeof toastDurations;

/** Most toasts at a time (specification section 9). */
export const maximumToasts = 20;

interface ToastOptions {
  id?: string;
  /** Instead of the usual time, where there is something to decide. */
  durationMilliseconds?: number;
}

/**
 * Shows a message in passing and gives its id, for `dismissToast`. Toasts of one id replace each other. A message
 * that offers something to press is an element.
 */
export function showToast(
  type: ToastType,
  message: string | ReactElement,
  { durationMilliseconds, ...options }: ToastOptions = {},
): string {
  const settings = { duration: durationMilliseconds ?? toastDurations[type], ...options };
  if (type === 'success') return toast.success(message, settings);
  if (type === 'error') return toast.error(message, settings);
  if (type === 'loading') return toast.loading(message, settings);
  return toast(message, settings);
}

/** Takes a toast away before its time. */
export function dismissToast(id: string): void {
  toast.dismiss(id);
}
