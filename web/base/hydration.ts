import { useSyncExternalStore } from 'react';

/**
 * Inline script in the head of each page: marks with `data-tapped` what is used before hydration, which takes seconds
 * on a slow connection: buttons and links that open a dialog, with their label, the last radio button of a group, and
 * submitted forms. A click with a modifier, which opens a link in a new tab, is left to the browser. An element with
 * `data-hydrated` may be hydrated after the page.
 */
export const recordEarlyTapsScript = `earlyTaps=true;function recordTap(e){var s=e.type=='submit',t=e.target.closest&&e.target.closest(s?'form[method=post]':'button[type=button],input[type=radio],a[aria-haspopup]'),f=t&&t.closest('[data-hydrated]');if(t&&!(t.href&&(e.ctrlKey||e.metaKey||e.shiftKey))&&(f?f.dataset.hydrated=='false':window.earlyTaps)){if(t.type=='radio')document.getElementsByName(t.name).forEach(function(o){delete o.dataset.tapped});t.dataset.tapped=s?'':t.getAttribute('aria-label')||t.textContent;e.stopPropagation();e.preventDefault()}}addEventListener('click',recordTap,true);addEventListener('submit',recordTap,true);`;

declare global {
  interface Window {
    /** Set by `recordEarlyTapsScript`, deleted when React handles the taps outside of elements with `data-hydrated`. */
    earlyTaps?: boolean;
  }
}

/** To be called before React listens to events: it handles a tap during hydration itself. */
export function stopRecordingEarlyTaps(): void {
  delete window.earlyTaps;
}

/**
 * Replays the taps in a part of the page that has been hydrated, then the submissions; each once, because repeated
 * taps were impatience. Skips parts that are hydrated later, and buttons whose label has changed, for example from
 * ADD to +, because they would do something else. What opens a dialog opens the same one whatever its label is.
 */
export function replayEarlyTaps(part: ParentNode): void {
  const tapped = [...part.querySelectorAll<HTMLElement>('[data-tapped]:not([data-hydrated=false] *)')];
  const forms = tapped.filter((element) => element instanceof HTMLFormElement);
  for (const element of tapped) {
    const label = element.dataset.tapped;
    delete element.dataset.tapped;
    const isSame = (element.getAttribute('aria-label') ?? element.textContent) === label;
    if (!(element instanceof HTMLFormElement) && (isSame || element.hasAttribute('aria-haspopup')))
      element.click();
  }
  for (const form of forms) form.requestSubmit();
}

/**
 * False on the server and during hydration, when the page must be the same for everybody: it must not depend on the
 * history state or on URL parameters before.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
