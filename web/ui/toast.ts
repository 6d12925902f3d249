import { type ReactElement, useEffect } from 'react';
import type { toast } from 'react-hot-toast/headless';
import { create } from 'zustand';
import { importWithRetry, whenUsedOrIdle } from './lazy.tsx';

/** Milliseconds that a toast is shown; a loading toast is shown until it is dismissed. */
export const toastDurations = {
  success: 2000,
  error: 4000,
  blank: 4000,
  custom: 4000,
  loading: Number.POSITIVE_INFINITY,
} as const;

export type ToastType = keyof typeof toastDurations;

/** How long a toast with a button is shown: a person has to read it, reach the button and press it. */
const buttonToastMs = 10_000;

/** How many toasts are shown at a time. */
export const maximumToasts = 20;

/** The open modal dialogs, the top one last. Toasts are rendered in that: the rest of the page is inert. */
export const useOpenModals = create<readonly HTMLDialogElement[]>()(() => []);

const useIsNeeded = create<boolean>()(() => false);
let count = 0;

interface ToastOptions {
  id?: string;
  /** Instead of the duration of its type. */
  durationMilliseconds?: number;
}

/**
 * Shows a toast and returns its id, for `dismissToast`. A toast replaces the one with the same id. A message with a
 * button is an element.
 */
export function showToast(
  type: ToastType,
  message: string | ReactElement,
  { durationMilliseconds, id }: ToastOptions = {},
): string {
  count += 1;
  const standardMs = typeof message === 'string' ? toastDurations[type] : buttonToastMs;
  const options = { duration: durationMilliseconds ?? standardMs, id: id ?? `toast-${count}` };
  useIsNeeded.setState(true, true);
  whenLoaded((library) => {
    const show = type === 'blank' ? library : library[type];
    show(message, options);
  });
  return options.id;
}

export function dismissToast(id: string): void {
  whenLoaded((library) => library.dismiss(id));
}

// Loaded with the first toast, so that no page waits for it. The promises keep the order of the calls.
let loading: Promise<typeof toast> | undefined;
function whenLoaded(work: (library: typeof toast) => void): void {
  loading ??= importWithRetry(async () => (await import('react-hot-toast/headless')).toast);
  loading.then(work, () => {
    // The page works without toasts. The next one loads it again.
    loading = undefined;
  });
}

/**
 * Whether to load what renders toasts: when the page is used or idle. A screen reader announces a toast only if its
 * live region was there before.
 */
export function useIsToasterNeeded(): boolean {
  useEffect(() => void whenUsedOrIdle().then(() => useIsNeeded.setState(true, true)), []);
  return useIsNeeded();
}
