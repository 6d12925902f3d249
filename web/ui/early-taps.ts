/**
 * Inline script in the head of each page: marks buttons, radio buttons and links that open a dialog that were tapped and forms that
 * were submitted before hydration with `data-tapped`, on a button its label; of a group of radio buttons the last one. A click with a
 * modifier, which opens a link in a new tab, is left to the browser. A form with `data-hydrated` may be hydrated after the page. On a slow connection
 * hydration takes seconds, and neither a tap on ADD nor a login with filled fields must be lost.
 */
export const earlyTapsScript = `earlyTaps=true;function recordTap(e){var s=e.type=='submit',t=e.target.closest&&e.target.closest(s?'form[method=post]':'button[type=button],input[type=radio],a[aria-haspopup]'),f=t&&t.closest('[data-hydrated]');if(t&&!(t.href&&(e.ctrlKey||e.metaKey||e.shiftKey))&&(f?f.dataset.hydrated=='false':window.earlyTaps)){if(t.type=='radio')document.getElementsByName(t.name).forEach(function(o){delete o.dataset.tapped});t.dataset.tapped=s?'':t.getAttribute('aria-label')||t.textContent;e.stopPropagation();e.preventDefault()}}addEventListener('click',recordTap,true);addEventListener('submit',recordTap,true);`;

declare global {
  interface Window {
    /** Set by `earlyTapsScript`, deleted when React handles the taps outside of such forms. */
    earlyTaps?: boolean;
  }
}

/** To be called before React listens to events: it handles a tap during hydration itself. */
export function stopRecordingEarlyTaps(): void {
  delete window.earlyTaps;
}

/** Replays the taps on a page that has been hydrated, except in forms that are hydrated later. */
export function replayEarlyTaps(): void {
  replay(
    document.querySelectorAll<HTMLElement>(
      '[data-tapped]:not([data-hydrated=false] *, [data-hydrated=false])',
    ),
  );
}

/** Replays the taps in a form, or in another element with `data-hydrated`, that has been hydrated, then its submission. */
export function replayEarlyTapsIn(form: HTMLElement): void {
  replay(form.querySelectorAll<HTMLElement>('[data-tapped]'));
  if (form.dataset.tapped === undefined || !(form instanceof HTMLFormElement)) return;
  delete form.dataset.tapped;
  form.requestSubmit();
}

/** Whether a form that is not yet hydrated was tapped. */
export function hasEarlyTapsInForms(): boolean {
  return document.querySelector(tappedInForms) !== null;
}

/** Drops the taps in forms that are not hydrated, because they could not be. */
export function dropEarlyTapsInForms(): void {
  for (const element of document.querySelectorAll<HTMLElement>(tappedInForms)) delete element.dataset.tapped;
}

const tappedInForms = '[data-hydrated=false][data-tapped], [data-hydrated=false] [data-tapped]';

/**
 * Clicks each button once: repeated taps were impatience. Skips a button whose label has changed, for example from ADD to +,
 * because it would do something else. A link opens the same dialog whatever its label is.
 */
function replay(buttons: Iterable<HTMLElement>): void {
  for (const button of buttons) {
    const label = button.dataset.tapped;
    delete button.dataset.tapped;
    const isSame = (button.getAttribute('aria-label') ?? button.textContent) === label;
    if (isSame || button instanceof HTMLAnchorElement) button.click();
  }
}
