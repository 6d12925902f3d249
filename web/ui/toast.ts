import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react';

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

/** What draws toasts. It is loaded when it is first needed, so that no page waits for it. */
export interface ToastRenderer {
  show(type: ToastType, message: string | ReactElement, settings: { id: string; duration: number }): void;
  dismiss(id: string): void;
}

let board: ToastRenderer | null = null;
let shown = 0;
const waiting: ((opened: ToastRenderer) => void)[] = [];
const listeners = new Set<() => void>();

/**
 * Shows a message in passing and gives its id, for `dismissToast`. Toasts of one id replace each other. A message
 * that offers something to press is an element.
 */
export function showToast(
  type: ToastType,
  message: string | ReactElement,
  { durationMilliseconds, id }: ToastOptions = {},
): string {
  shown += 1;
  const settings = { duration: durationMilliseconds ?? toastDurations[type], id: id ?? `toast-${shown}` };
  whenOpen((opened) => opened.show(type, message, settings));
  for (const listener of listeners) listener();
  return settings.id;
}

/** Takes a toast away before its time. */
export function dismissToast(id: string): void {
  whenOpen((opened) => opened.dismiss(id));
}

/** Opens the board: it gets what was shown before it was there, and whatever is shown from now on. */
export function setToastRenderer(opened: ToastRenderer): void {
  board = opened;
  for (const show of waiting.splice(0)) show(opened);
}

/** Whether there was anything to show yet. */
export function hasToasts(): boolean {
  return shown > 0;
}

/** Calls back when something is shown. Gives the way to stop. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function whenOpen(show: (opened: ToastRenderer) => void): void {
  if (board === null) waiting.push(show);
  else show(board);
}

/**
 * Whether what draws toasts should be there: from the first touch or key on, long before the shop has answered it,
 * or as soon as there is something to show. A page that is only read never loads it.
 */
export function useIsToasterNeeded(): boolean {
  const isWanted = useSyncExternalStore(subscribeToToasts, hasToasts, () => false);
  const [isInUse, setIsInUse] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const begin = () => {
      setIsInUse(true);
      listening.abort();
    };
    for (const type of ['pointerdown', 'keydown']) {
      window.addEventListener(type, begin, { capture: true, passive: true, signal: listening.signal });
    }
    return () => listening.abort();
  }, []);
  return isWanted || isInUse;
}
