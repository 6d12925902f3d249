import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { onStorageChange, readStoredJson, writeStored } from '#web/base/storage.ts';

/**
 * A delivery that this device has not sent yet. A delivered order has an invoice, a receipt and an email, which cannot
 * be taken back: so the delivery is held for `undoMs`, in the storage of the browser, where it outlasts the page.
 */
export interface HeldDelivery {
  /** `_id` of the order. */
  id: string;
  number: string;
  /** Who has delivered it: no other account sends it. */
  userId: string;
  /** The page that sends it; another one only if this page is gone. */
  holder: string;
  /** Milliseconds since 1970, as `sentAt`. */
  heldAt: number;
  /** When it was sent last; null as long as it can be undone. */
  sentAt: number | null;
  /** It was sent, and there was no answer. */
  hasFailed: boolean;
  /** The reason, if the order was delivered without its payment. */
  unpaidReason: string | null;
}

/** The time for an undo. */
export const undoMs = 10_000;
/** Another page waits longer for the page that holds it. */
const orphanMs = 5_000;
/** Until an attempt without an answer is repeated; longer than a request may take. */
const retryMs = 20_000;
/** The second tap of a double tap is no undo. */
const doubleTapMs = 500;

const storageKey = 'held-deliveries';
const pageId = Math.random().toString(36).slice(2);
const listeners = new Set<() => void>();
const none: readonly HeldDelivery[] = [];
let lastText = '';
let lastHeld = none;

function readHeld(): readonly HeldDelivery[] {
  const stored = readStoredJson(storageKey);
  const text = JSON.stringify(stored);
  if (text !== lastText) {
    lastText = text;
    lastHeld = Array.isArray(stored) ? stored.filter(isHeldDelivery) : none;
  }
  return lastHeld;
}

function isHeldDelivery(value: unknown): value is HeldDelivery {
  if (typeof value !== 'object' || value === null) return false;
  const has = (name: keyof HeldDelivery, ...types: string[]) => {
    const field: unknown = Reflect.get(value, name);
    return types.includes(field === null ? 'null' : typeof field);
  };
  return (
    has('id', 'string') &&
    has('number', 'string') &&
    has('userId', 'string') &&
    has('holder', 'string') &&
    has('heldAt', 'number') &&
    has('sentAt', 'number', 'null') &&
    has('hasFailed', 'boolean') &&
    has('unpaidReason', 'string', 'null')
  );
}

function write(held: readonly HeldDelivery[]): void {
  writeStored(storageKey, JSON.stringify(held));
  for (const listen of listeners) listen();
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  const stop = onStorageChange([storageKey], listen);
  return () => {
    listeners.delete(listen);
    stop();
  };
}

/** Removes a delivery: it is undone, or the server has answered. */
export function dropDelivery(id: string): void {
  write(readHeld().filter((each) => each.id !== id));
}

/** Keeps a delivery that was sent without an answer, to send it again. */
export function keepUnsent(id: string): void {
  write(readHeld().map((each) => (each.id === id ? { ...each, hasFailed: true } : each)));
}

/** When this page sends a delivery, in milliseconds since 1970. */
function dueAt({ holder, heldAt, sentAt }: HeldDelivery): number {
  if (sentAt !== null) return sentAt + retryMs;
  return heldAt + undoMs + (holder === pageId ? 0 : orphanMs);
}

interface HeldDeliveriesOptions {
  userId: string;
  /** Sends a delivery and drops it, unless there is no answer. */
  send: (delivery: HeldDelivery) => Promise<void>;
}

/**
 * The deliveries that are held, of all pages of this browser. They are sent when the time for an undo is over, and at
 * once when the board is left or hidden.
 */
export function useHeldDeliveries({ userId, send }: HeldDeliveriesOptions) {
  const all = useSyncExternalStore(subscribe, readHeld, () => none);
  const held = all.filter((each) => each.userId === userId);

  function sendAll(isDue: (delivery: HeldDelivery) => boolean): void {
    const due = readHeld().filter((each) => each.userId === userId && isDue(each));
    if (due.length === 0) return;
    const sentAt = Date.now();
    const ids = new Set(due.map(({ id }) => id));
    write(
      readHeld().map((each) =>
        ids.has(each.id) ? { ...each, holder: pageId, sentAt, hasFailed: false } : each,
      ),
    );
    for (const delivery of due) void send(delivery);
  }
  const sendNow = useEffectEvent(sendAll);

  const nextDueAt = Math.min(...held.map((each) => dueAt(each)));
  useEffect(() => {
    if (!Number.isFinite(nextDueAt)) return;
    // A clock that was set back makes nothing wait longer.
    const waitMs = Math.min(Math.max(0, nextDueAt - Date.now()), retryMs);
    const timer = setTimeout(() => sendNow((each) => dueAt(each) <= nextDueAt), waitMs);
    return () => clearTimeout(timer);
  }, [nextDueAt]);

  useEffect(() => {
    const leave = () => sendNow(({ holder, sentAt }) => holder === pageId && sentAt === null);
    // A phone may end a hidden page without another event.
    const hide = () => document.visibilityState === 'hidden' && leave();
    const retry = () => sendNow(({ sentAt }) => sentAt !== null);
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', retry);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', retry);
      leave();
    };
  }, []);

  return {
    /** By the id of the order. */
    held: new Map(held.map((each) => [each.id, each])),
    hold({ _id, orderId }: { _id: string; orderId: string }, unpaidReason: string | null) {
      const others = readHeld().filter(({ id }) => id !== _id);
      const unsent = { holder: pageId, heldAt: Date.now(), sentAt: null, hasFailed: false };
      write([...others, { id: _id, number: orderId, userId, ...unsent, unpaidReason }]);
    },
    /** Returns false if it was sent before, or for the second tap of a double tap. */
    undo(id: string): boolean {
      const delivery = readHeld().find((each) => each.id === id);
      if (delivery === undefined || delivery.sentAt !== null) return false;
      const ageMs = Date.now() - delivery.heldAt;
      if (ageMs >= 0 && ageMs < doubleTapMs) return false;
      dropDelivery(id);
      return true;
    },
    /** Sends one again of which the answer was lost. */
    sendAgain: (id: string) => sendAll((each) => each.id === id && each.sentAt !== null),
  };
}

/** The button of an order while its delivery is held. */
export function toHeldButton(delivery: HeldDelivery, undo: () => void, sendAgain: () => void) {
  if (delivery.hasFailed) return { label: 'Send again', isBusy: false, onClick: sendAgain };
  return { label: 'Undo', isBusy: delivery.sentAt !== null, onClick: undo };
}

/** The state of an order while its delivery is held. */
export function toHeldText({ hasFailed }: HeldDelivery): string {
  return hasFailed ? 'Not sent yet' : 'Delivered';
}
