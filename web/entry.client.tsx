import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { replayEarlyTaps, takeEarlyTaps } from '#web/storefront/shell/pre-hydration.ts';

const taps = takeEarlyTaps();

/** Rendered after the router, so that its effect runs when the whole page is hydrated. */
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
