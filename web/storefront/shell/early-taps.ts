/** Buttons, and what each said when it was tapped. */
export type EarlyTaps = ReadonlyMap<HTMLElement, string>;

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
export function repeatEarlyTaps(taps: EarlyTaps): void {
  for (const [button, label] of taps) {
    delete button.dataset.tapped;
    const labelNow = button.getAttribute('aria-label') ?? button.textContent;
    if (button.isConnected && labelNow === label) button.click();
  }
}
