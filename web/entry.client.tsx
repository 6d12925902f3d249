import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { replayEarlyTaps, takeEarlyTaps } from '#web/storefront/shell/pre-hydration.ts';

const taps = takeEarlyTaps();

/** Stands behind the page, so that all of it is awake when this is. */
function EarlyTaps() {
  useEffect(() => replayEarlyTaps(taps), []);
  return null;
}

startTransition(() => {
  hydrateRoot(
    document,
    <>
      <HydratedRouter />
      <EarlyTaps />
    </>,
  );
});
