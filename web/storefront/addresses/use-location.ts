import { useEffect, useRef, useState } from 'react';
import { type Coordinates, roundDegrees } from '#contract/addresses/postal-address.ts';
import { t } from '#web/texts/t.ts';

// A position worse than this, such as one of the network's exchange, misleads the rider.
const maximumAccuracyMetres = 1000;

const refusals: Record<number, string> = {
  1: t('addresses.locationDenied'),
  2: t('addresses.locationNotFound'),
  3: t('addresses.locationTimeout'),
};

/**
 * Reads the position of the device when `locate` is called. `message` says what came of it; after a failure it ends
 * with `alternative`, what the shopper can do without a position.
 */
export function useLocation(onFound: (found: Coordinates) => void, alternative: string) {
  const [isLocating, setIsLocating] = useState(false);
  const [message, setMessage] = useState('');
  // Answers of an earlier request, and those after the dialog was closed, are dropped.
  const request = useRef(0);
  useEffect(() => {
    return () => {
      request.current += 1;
    };
  }, []);

  function locate() {
    if (!window.isSecureContext || !('geolocation' in navigator)) {
      setMessage(`${t('addresses.locationInsecure')} ${alternative}`);
      return;
    }
    request.current += 1;
    const current = request.current;
    const finish = (text: string, found?: Coordinates) => {
      if (request.current !== current) return;
      setIsLocating(false);
      setMessage(found === undefined ? `${text} ${alternative}` : text);
      if (found !== undefined) onFound(found);
    };
    setIsLocating(true);
    setMessage('');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        if (accuracy > maximumAccuracyMetres) {
          const kilometres = Math.round(accuracy / 1000);
          finish(t('addresses.locationRough', { kilometres }));
        } else {
          finish(t('addresses.locationAdded', { metres: Math.ceil(accuracy) }), {
            latitude: roundDegrees(latitude),
            longitude: roundDegrees(longitude),
          });
        }
      },
      ({ code }) => finish(refusals[code] ?? t('addresses.locationUnavailable')),
      // No remembered position: the last one may have been too rough.
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 0 },
    );
  }

  /** Drops an answer that is still under way. */
  function cancel(text: string) {
    request.current += 1;
    setIsLocating(false);
    setMessage(text);
  }

  return { isLocating, message, locate, cancel };
}
