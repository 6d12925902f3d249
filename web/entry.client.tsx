import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { repeatEarlyTaps, takeEarlyTaps } from './storefront/shell/early-taps.ts';

const taps = takeEarlyTaps();

/** Stands behind the page, so that all of it is awake when this is. */
function EarlyTaps() {
  useEffect(() => repeatEarlyTaps(taps), []);
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
