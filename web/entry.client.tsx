import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { replayEarlyTaps, stopRecordingEarlyTaps } from '#web/base/hydration.ts';

/** Rendered after the router, so that its effect runs when the whole page is hydrated. */
function EarlyTaps() {
  useEffect(() => {
    // In another task: React hydrates a Suspense boundary for a click, but not for one that an effect makes.
    setTimeout(() => replayEarlyTaps(document));
  }, []);
  return null;
}

stopRecordingEarlyTaps();
startTransition(() => {
  hydrateRoot(
    document,
    <>
      <HydratedRouter />
      <EarlyTaps />
    </>,
  );
});
