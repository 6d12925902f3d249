import { type FunctionComponent, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { importWithRetry } from './lazy-with-retry.ts';
import { firstEvent, gestures, signsOfPresence } from './load-when-used.ts';
import { Spinner } from './loading.tsx';

/**
 * A dialog whose code is not part of the first load of its page: it is loaded at the first sign that the page is used. A
 * dialog that opens earlier appears when it is loaded. If it cannot be loaded, the shopper can try again.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<FunctionComponent<Props>>,
) {
  let Loaded: FunctionComponent<Props> | undefined;
  async function request(): Promise<void> {
    Loaded ??= await importWithRetry(load);
  }
  if (typeof window !== 'undefined') {
    // An error is left to the opening.
    void firstEvent([...gestures, ...signsOfPresence]).then(() => request().catch(() => {}));
  }

  return function LazyDialog(props: Props) {
    const [state, setState] = useState<'loading' | 'failed' | 'loaded'>(Loaded ? 'loaded' : 'loading');
    const opener = useRef<Element | null>(null);
    function focusOpener() {
      if (opener.current instanceof HTMLElement) opener.current.focus();
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: `focusOpener` reads a ref.
    useEffect(() => {
      opener.current ??= document.activeElement;
      if (state !== 'loading') return;
      let isMounted = true;
      request().then(
        () => {
          if (!isMounted) return;
          // The dialog returns the focus to what has it now, which may have changed since the tap.
          focusOpener();
          setState('loaded');
        },
        () => isMounted && setState('failed'),
      );
      return () => {
        isMounted = false;
      };
    }, [state]);
    if (state === 'loaded' && Loaded !== undefined) return <Loaded {...props} />;
    if (state === 'failed') {
      return (
        <LoadError
          onRetry={() => setState('loading')}
          onClose={() => {
            focusOpener();
            props.onClose();
          }}
        />
      );
    }
    return (
      <div className="pointer-events-none fixed inset-0 z-50 flex animate-[fade-in_150ms_200ms_both] items-center justify-center">
        <span className="rounded-full bg-surface p-4 shadow-floating">
          <Spinner />
        </span>
      </div>
    );
  };
}

function LoadError({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-[max(5rem,env(safe-area-inset-bottom))] z-50 mx-auto max-w-md rounded-lg border border-line bg-surface p-4 shadow-floating"
    >
      <p className="font-medium">Couldn’t load this. Check your connection, then try again.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={onRetry}>Try again</Button>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
