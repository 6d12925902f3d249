/**
 * Runs in the head of each page: notes which buttons were tapped before the page is awake, and what they said then.
 * On a slow line that takes seconds, and a tap on ADD should not be for nothing.
 */
export const earlyTapsScript = `earlyTaps=new Map;addEventListener('click',function(e){var b=window.earlyTaps&&e.target.closest&&e.target.closest('button[type=button]');if(b){earlyTaps.set(b,b.getAttribute('aria-label')||b.textContent);b.dataset.tapped=''}},true);`;

/** Buttons, and what each said when it was tapped. */
type EarlyTaps = ReadonlyMap<HTMLElement, string>;

declare global {
  interface Window {
    /** Left by `earlyTapsScript` until React listens. */
    earlyTaps?: EarlyTaps;
  }
}

/** The taps that came before React listens, which has all later ones. */
export function takeEarlyTaps(): EarlyTaps {
  const taps = window.earlyTaps ?? new Map<HTMLElement, string>();
  delete window.earlyTaps;
  return taps;
}

/**
 * Does what was tapped, once for each button: who taps again is impatient. A button that says something else by now,
 * such as `+` where it was ADD, would do something else.
 */
export function replayEarlyTaps(taps: EarlyTaps): void {
  for (const [button, label] of taps) {
    delete button.dataset.tapped;
    const labelNow = button.getAttribute('aria-label') ?? button.textContent;
    if (button.isConnected && labelNow === label) button.click();
  }
}

/**
 * Runs in the head of each page: whoever has a session is a shopper soon, and 'Login' would only flash. The page
 * itself cannot know, it is the same for everyone.
 */
export const expectedShopperScript = `try{if(localStorage.getItem('refreshToken'))document.documentElement.dataset.shopper='expected'}catch{}`;

/** From now on the session says who is there. */
export function clearExpectedShopper(): void {
  delete document.documentElement.dataset.shopper;
}
