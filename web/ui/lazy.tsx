import { type FunctionComponent, lazy, useEffect, useRef, useState } from 'react';
import { OutdatedError } from '#web/base/import-files.ts';
import { t } from '#web/texts/t.ts';
import { Button } from './button.tsx';
import { Spinner } from './loading.tsx';

const pausesMs = [1000, 3000];

/** `React.lazy` that retries the import, so that a short loss of the connection does not break the page. */
export function lazyWithRetry<Props>(load: () => Promise<{ default: FunctionComponent<Props> }>) {
  return lazy(() => importWithRetry(load));
}

/** Retries an import after 1 and 3 seconds; while the browser is offline, waits until it is online. */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (const pauseMs of pausesMs) {
    try {
      return await load();
    } catch (error) {
      if (error instanceof OutdatedError) throw error;
      await waitUntilOnline(pauseMs);
    }
  }
  return load();
}

function waitUntilOnline(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (navigator.onLine === false) window.addEventListener('online', () => resolve(), { once: true });
    else setTimeout(resolve, pauseMs);
  });
}

export const actions = ['keydown', 'input', 'click', 'submit'];
export const gestures = ['pointerdown', ...actions];
export const signsOfPresence = ['pointermove', 'focusin'];

/** Resolves at the first of these events. */
export function firstEvent(names: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    function end() {
      listening.abort();
      resolve();
    }
    const options = { signal: listening.signal, capture: true, passive: true };
    for (const name of names) window.addEventListener(name, end, options);
  });
}

const idleAfterLoadMs = 1000;

/**
 * Calls a function when the page has been loaded and the browser has nothing to do, which it has during hydration; in
 * Safari, which cannot tell, a second after the load.
 */
export function whenIdle(task: () => void): void {
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(task);
    else setTimeout(task, idleAfterLoadMs);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}

let usedOrIdle: Promise<void> | undefined;

/**
 * Resolves at the first sign that the page is used, or when it is idle: a person who reads, or listens to a screen
 * reader, sends no event. For what must not delay the first load.
 */
export function whenUsedOrIdle(): Promise<void> {
  usedOrIdle ??= Promise.race([
    firstEvent([...gestures, ...signsOfPresence]),
    new Promise<void>((resolve) => whenIdle(resolve)),
  ]);
  return usedOrIdle;
}

/** Imports code, after a failure again at the next action of the visitor, as often as it takes. */
export async function importUntilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await importWithRetry(load);
    } catch {
      await firstEvent(actions);
    }
  }
}

/**
 * A dialog whose code is not part of the first load of its page: it is loaded at the first sign that the page is
 * used. A dialog that opens earlier appears when it is loaded. If it cannot be loaded, the shopper can try again.
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
    const [state, setState] = useState<'loading' | 'failed' | 'outdated' | 'loaded'>(
      Loaded ? 'loaded' : 'loading',
    );
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
        (error: unknown) => isMounted && setState(error instanceof OutdatedError ? 'outdated' : 'failed'),
      );
      return () => {
        isMounted = false;
      };
    }, [state]);
    if (state === 'loaded' && Loaded !== undefined) return <Loaded {...props} />;
    if (state === 'failed' || state === 'outdated') {
      return (
        <LoadError
          isOutdated={state === 'outdated'}
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

interface LoadErrorProps {
  /** The page is of an earlier version. It is not reloaded without consent: a form may be filled in. */
  isOutdated: boolean;
  onRetry: () => void;
  onClose: () => void;
}

function LoadError({ isOutdated, onRetry, onClose }: LoadErrorProps) {
  return (
    <div className="fixed inset-x-4 bottom-[max(5rem,env(safe-area-inset-bottom))] z-50 mx-auto max-w-md rounded-lg border border-line bg-surface p-4 shadow-floating">
      <p role="alert" className="font-medium">
        {isOutdated ? t('ui.updated') : t('ui.failed')}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {isOutdated ? (
          <Button onClick={() => window.location.reload()}>{t('ui.reload')}</Button>
        ) : (
          <Button onClick={onRetry}>{t('shell.tryAgain')}</Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
    </div>
  );
}
