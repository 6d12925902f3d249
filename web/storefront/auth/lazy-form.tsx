import { type FunctionComponent, lazy, memo, Suspense, useState } from 'react';
import { readTokens } from '#web/api/tokens.ts';
import { importWithRetry, lazyWithRetry } from '#web/ui/lazy-with-retry.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';

const signsOfUse = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'input'];
/** The form is loaded after this time even if nothing happens: a browser may fill it in without an event. */
const unusedMs = 2000;

/**
 * A form whose code is not part of the first load of its page. The HTML from the server stays until the visitor uses
 * the page; then the form is loaded and hydrated, and keeps what was typed. After a client-side navigation it is
 * loaded at once, and the previous page stays until it is there.
 */
export function lazyForm(load: () => Promise<{ default: FunctionComponent }>) {
  const Form = lazyWithRetry(load);
  const FormInUse = lazy(() => firstUse().then(() => importWithRetry(load)));
  // One element for all renders: a new one would make React replace the HTML of the server, with what was typed.
  const formOfServer = (
    <Suspense>
      <FormInUse />
    </Suspense>
  );
  return memo(function LazyForm() {
    const isHydrated = useIsHydrated();
    const [isOfServer] = useState(!isHydrated);
    return isOfServer ? formOfServer : <Form />;
  });
}

/** Resolves when the visitor uses the page; at once on the server, and for values that its HTML lacks. */
async function firstUse(): Promise<void> {
  if (typeof document === 'undefined' || document.activeElement !== document.body) return;
  const hasNavigationState = history.state?.usr != null;
  if (hasNavigationState || readTokens() !== null) return;
  await new Promise<void>((resolve) => {
    const listening = new AbortController();
    function end() {
      listening.abort();
      resolve();
    }
    const options = { signal: listening.signal, capture: true, passive: true };
    for (const sign of signsOfUse) window.addEventListener(sign, end, options);
    setTimeout(end, unusedMs);
  });
}
