import { readStored, removeStored, writeStored } from '#web/base/storage.ts';

/**
 * What this browser knows of the shopper, for which a page reserves space: an order on its way, products of past
 * orders, one of the newest orders that can be ordered again.
 */
export type Hint = keyof typeof hintKeys;
const hintKeys = { order: 'tokri.running-order', bought: 'tokri.bought', reorder: 'tokri.reorder' } as const;
const hints: readonly Hint[] = ['order', 'bought', 'reorder'];

const markHints = hints.map((hint) => `if(s.getItem('${hintKeys[hint]}'))d.${hint}='known';`).join('');

/**
 * Inline script in the head of each page, which is cached and the same for everyone. It marks a browser with a stored
 * session, so that 'Login' stays hidden until the account is known, and the hints, so that space is reserved before
 * the first paint.
 */
export const storedSessionScript = `try{const d=document.documentElement.dataset,s=localStorage;if(s.getItem('refreshToken')){d.shopper='expected';${markHints}}}catch{}`;

/** To be called when the session is known. */
export function clearStoredSessionMark(): void {
  delete document.documentElement.dataset.shopper;
}

/** Stores a hint; the space for it changes with the next page, so that nothing moves. */
export function reserveSpaceOnNextPage(hint: Hint, isTrue: boolean): void {
  if (isTrue) writeStored(hintKeys[hint], '1');
  else removeStored(hintKeys[hint]);
}

/** Reserves or frees space as stored. To be called when a page opens. */
export function showHintedSpace(): void {
  const { dataset } = document.documentElement;
  for (const hint of hints) {
    if (readStored(hintKeys[hint]) === null) delete dataset[hint];
    else dataset[hint] = 'known';
  }
}
