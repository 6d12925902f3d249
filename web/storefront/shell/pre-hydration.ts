import { readStored, removeStored, writeStored } from '#web/storage.ts';

const runningOrderKey = 'tokri.running-order';

/**
 * Inline script in the head of each page, which is cached and the same for everyone. It marks a browser with a stored session, so
 * that 'Login' stays hidden until the account is known, and one that knows of a running order, so that its space is reserved.
 */
export const expectedShopperScript = `try{const d=document.documentElement.dataset,s=localStorage;if(s.getItem('refreshToken')){d.shopper='expected';if(s.getItem('${runningOrderKey}'))d.order='running'}}catch{}`;

/** To be called when the session is known. */
export function clearExpectedShopper(): void {
  delete document.documentElement.dataset.shopper;
}

/** Stores whether the shopper has an order on its way; the space for it changes with the next page. */
export function setRunningOrderHint(hasRunningOrder: boolean): void {
  if (hasRunningOrder) writeStored(runningOrderKey, '1');
  else removeStored(runningOrderKey);
}

/** Reserves or frees the space for a running order, as stored. To be called when a page opens. */
export function showHintedSpace(): void {
  const { dataset } = document.documentElement;
  if (readStored(runningOrderKey) === null) delete dataset.order;
  else dataset.order = 'running';
}
