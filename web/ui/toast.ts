import type { ReactElement } from 'react';

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
export interface ToastBoard {
  show(type: ToastType, message: string | ReactElement, settings: { id: string; duration: number }): void;
  dismiss(id: string): void;
}

let board: ToastBoard | null = null;
let shown = 0;
const waiting: ((opened: ToastBoard) => void)[] = [];
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
export function openToastBoard(opened: ToastBoard): void {
  board = opened;
  for (const show of waiting.splice(0)) show(opened);
}

/** Whether there was anything to show yet. */
export function areToastsWanted(): boolean {
  return shown > 0;
}

/** Calls back when something is shown. Gives the way to stop. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function whenOpen(show: (opened: ToastBoard) => void): void {
  if (board === null) waiting.push(show);
  else show(board);
}
