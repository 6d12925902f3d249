import { type FunctionComponent, lazy, memo, Suspense, useState } from 'react';
import { create } from 'zustand';
import { readTokens } from '#web/api/tokens.ts';
import { t } from '#web/texts/t.ts';
import { dropEarlyTapsInForms, hasEarlyTapsInForms } from '#web/ui/early-taps.ts';
import { lazyWithRetry } from '#web/ui/lazy-with-retry.ts';
import { firstEvent, gestures, importUntilLoaded, signsOfPresence } from '#web/ui/load-when-used.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { FormError } from './auth-card.tsx';

/** The form is loaded after this time even if nothing happens. */
const unusedMs = 2000;

type LoadForm = () => Promise<{ default: FunctionComponent }>;

/**
 * A form whose code is not part of the first load of its page. The HTML from the server stays until the visitor uses
 * the page; then the form is loaded and hydrated, keeps what was typed or filled in, and carries out what was tapped
 * (`web/ui/early-taps.ts`). If it cannot be loaded, an error is shown, and the next use loads it again. After a
 * client-side navigation it is loaded at once, and the previous page stays until it is there.
 */
export function lazyForm(load: LoadForm) {
  const Form = lazyWithRetry(load);
  const useLoading = create(() => ({ hasFailed: false }));
  const FormInUse = lazy(() => loadInUse(load, (hasFailed) => useLoading.setState({ hasFailed })));
  // One element for all renders: a new one would make React replace the HTML of the server, with what was typed.
  const formOfServer = (
    <Suspense>
      <FormInUse />
    </Suspense>
  );
  return memo(function LazyForm() {
    const isHydrated = useIsHydrated();
    const [isOfServer] = useState(!isHydrated);
    const { hasFailed } = useLoading();
    if (!isOfServer) return <Form />;
    return (
      <>
        {formOfServer}
        {hasFailed && (
          <div className="mt-4">
            <FormError>{t('account.formFailed')}</FormError>
          </div>
        )}
      </>
    );
  });
}

/** Loads the form at the first use of the page; at once on the server. */
async function loadInUse(load: LoadForm, setHasFailed: (hasFailed: boolean) => void) {
  if (typeof document === 'undefined') return load();
  if (!isInUse()) await firstUse(load);
  return importUntilLoaded(load, (hasFailed) => {
    if (hasFailed) dropEarlyTapsInForms();
    setHasFailed(hasFailed);
  });
}

/** Resolves at the first sign of a visitor; if the browser has filled in a field, at the first gesture. */
async function firstUse(load: LoadForm): Promise<void> {
  const gesture = firstEvent(gestures);
  await Promise.race([gesture, firstEvent(signsOfPresence, unusedMs)]);
  // Browsers reveal a password that they have filled in at a gesture, and hydration before that would delete it.
  if (document.querySelector(':is(:autofill)') === null) return;
  load().catch(() => {});
  await gesture;
}

/** Whether the page was used before it was hydrated, or has values that the HTML of the server lacks. */
function isInUse(): boolean {
  const hasNavigationState = history.state?.usr != null;
  const isFocused = document.activeElement !== document.body;
  return isFocused || hasEarlyTapsInForms() || hasNavigationState || readTokens() !== null;
}
