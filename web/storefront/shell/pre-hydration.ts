/**
 * Inline script in the head of each page: records which buttons were tapped before hydration, and their labels.
 * On a slow connection hydration takes seconds, and a tap on ADD must not be lost.
 */
export const earlyTapsScript = `earlyTaps=new Map;addEventListener('click',function(e){var b=window.earlyTaps&&e.target.closest&&e.target.closest('button[type=button]');if(b){earlyTaps.set(b,b.getAttribute('aria-label')||b.textContent);b.dataset.tapped=''}},true);`;

/** Each tapped button with its label at that time. */
type EarlyTaps = ReadonlyMap<HTMLElement, string>;

declare global {
  interface Window {
    /** Set by `earlyTapsScript`, deleted at hydration. */
    earlyTaps?: EarlyTaps;
  }
}

/** Returns the taps so far and stops recording: React handles all later ones. */
export function takeEarlyTaps(): EarlyTaps {
  const taps = window.earlyTaps ?? new Map<HTMLElement, string>();
  delete window.earlyTaps;
  return taps;
}

/**
 * Replays the taps, once per button: repeated taps were impatience. Skips a button whose label has changed, for
 * example from ADD to +, because it would do something else.
 */
export function replayEarlyTaps(taps: EarlyTaps): void {
  for (const [button, label] of taps) {
    delete button.dataset.tapped;
    const labelNow = button.getAttribute('aria-label') ?? button.textContent;
    if (button.isConnected && labelNow === label) button.click();
  }
}

/**
 * Inline script in the head of each page: marks a browser with a stored session, so that 'Login' stays hidden until
 * the account is known. The page itself is cached and the same for everyone.
 */
export const expectedShopperScript = `try{if(localStorage.getItem('refreshToken'))document.documentElement.dataset.shopper='expected'}catch{}`;

/** To be called when the session is known. */
export function clearExpectedShopper(): void {
  delete document.documentElement.dataset.shopper;
}
