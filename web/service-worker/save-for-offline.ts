import { language } from '#web/texts/t.ts';
import type { SavePagesMessage } from './saved-page-addresses.ts';

const addressOf = ({ pathname, search }: Location) => pathname + search;
/** The page that was opened first: the service worker did not see its request at the first visit. */
const openedAddress = typeof location === 'undefined' ? '/' : addressOf(location);

/** Starts the service worker. It never takes over from another version while a page of that is open. */
export async function saveForOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const wasControlled = serviceWorker.controller !== null;
  const save = async (worker: ServiceWorker | null, addresses: string[]) => {
    // During its activation it notes what it has to save.
    if (worker?.state === 'activating')
      await new Promise((done) => worker.addEventListener('statechange', done, { once: true }));
    worker?.postMessage({ type: 'save-pages', addresses, language } satisfies SavePagesMessage);
  };
  // The shop works without it, such as in private windows.
  const registration = await serviceWorker
    .register('/service-worker.js', { updateViaCache: 'none' })
    .catch(() => undefined);
  if (registration === undefined) return;
  const { active } = await serviceWorker.ready;
  // A new version or language saves what the one before had.
  await save(active, wasControlled ? [] : [...new Set([openedAddress, addressOf(location)])]);
}
