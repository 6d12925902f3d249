import type { CartLine } from '#contract/cart.ts';
import { callApi } from '#web/api.ts';
import { finishLeaving, startLeaving } from './guest-cart.ts';

/**
 * Adds what this browser's guest had to the account of who has logged in, and gives the cart that results;
 * null when there was nothing to add or the shop did not take it. What was not acknowledged stays here and is
 * tried again at the next reading. Tabs take turns, and the server adds each guest cart once.
 */
export function mergeGuestCarts(): Promise<CartLine[] | null> {
  if (!('locks' in navigator)) return mergeAll();
  return navigator.locks.request('tokri-cart-merge', mergeAll);
}

async function mergeAll(): Promise<CartLine[] | null> {
  let merged: CartLine[] | null = null;
  for (const leaving of startLeaving()) {
    const outcome = await callApi('mergeCart', leaving);
    if (!outcome.isOk) return null;
    finishLeaving(leaving.guestCartId);
    merged = outcome.answer.data;
  }
  return merged;
}
