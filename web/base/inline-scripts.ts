import { createContext } from 'react';
import { t } from '#web/texts/t.ts';

/**
 * Marks the inline scripts that the server renders; the server removes the marks and allows these scripts by their
 * hashes.
 */
export const ScriptNonce = createContext<string | undefined>(undefined);

// What libraries assign: React creates a script element by this text, and others clear a style element by a space.
const emptyScript = "'<script><'+'/script>'";

/**
 * An inline script that defines the only way in which Chromium turns text into code (Trusted Types): text without
 * tags as HTML, and scripts of this site. Everything else that reaches such a place throws. Other browsers have no
 * `trustedTypes` yet. Zod is told not to try whether it may make functions of text, because each try would be
 * reported.
 */
export const trustedTypesScript = `window.__zod_globalConfig={jitless:true};if(window.trustedTypes)trustedTypes.createPolicy('default',{createHTML:function(t){return t.indexOf('<')<0||t===${emptyScript}?t:null},createScriptURL:function(u){return new URL(u,document.baseURI).origin===location.origin?u:null}});`;

/**
 * Runs in the page before its scripts. When one of them cannot be loaded, fetches all again after a pause. If they
 * arrive, the page is reloaded, once, because Chromium never requests a module again that has failed. If not,
 * `data-scripts-failed` shows the parts that wait for scripts, pictures appear without their variants, and a line
 * offers to reload.
 */
function watchScripts(): void {
  let hasFailed = false;
  addEventListener(
    'error',
    ({ target }) => {
      const isScript =
        target instanceof Element && target.matches('link[rel=modulepreload],script[type=module]');
      if (!isScript || hasFailed || !window.earlyTaps) return;
      hasFailed = true;
      setTimeout(recover, 3000);
    },
    true,
  );

  async function recover(): Promise<void> {
    const files = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
    const arrived = await Promise.all(files.map(async ({ href }) => (await fetch(href)).ok)).catch(() => [
      false,
    ]);
    const [opening] = performance.getEntriesByType('navigation');
    const isReloaded = opening instanceof PerformanceNavigationTiming && opening.type === 'reload';
    if (arrived.every(Boolean) && !isReloaded) location.reload();
    else showFailure();
  }

  function showFailure(): void {
    document.documentElement.dataset.scriptsFailed = '';
    for (const waiting of document.querySelectorAll('noscript')) {
      const [, src] = /<img src="([^"]+)/.exec(waiting.textContent) ?? [];
      if (src !== undefined)
        waiting.replaceWith(Object.assign(new Image(), { loading: 'lazy', alt: '', src }));
    }
    const line = document.createElement('p');
    line.setAttribute('role', 'alert');
    line.className =
      'fixed inset-x-0 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-40 mx-auto flex w-fit max-w-[calc(100%-2rem)] items-center gap-3 rounded-md border border-line bg-surface px-4 py-1 text-sm shadow-floating md:bottom-4';
    const reload = document.createElement('a');
    reload.className =
      'flex min-h-11 flex-none items-center font-semibold text-leaf underline-offset-4 hover:underline';
    reload.href = location.href;
    reload.textContent = t('ui.reload');
    line.append(t('shell.scriptsFailed'), reload);
    document.body.append(line);
  }
}

/** Inline script in the head of each page. */
export const scriptRecoveryScript = `(${watchScripts})();`;
