import { LocateFixed, MapPinOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Coordinates, roundDegrees, toMapUrl } from '#contract/rules/postal-address.ts';
import { Button } from '#web/ui/button.tsx';

// A position worse than this, such as one of the network's exchange, misleads the rider.
const maximumAccuracyMetres = 1000;

const refusals: Record<number, string> = {
  1: 'Your browser does not share your location with this shop. Allow it in its settings, or save the address without.',
  2: 'Your device could not find its location. You can save the address without.',
  3: 'Finding your location took too long. Try again, or save the address without.',
};

interface LocationFieldProps {
  value: Coordinates | null;
  onChange: (value: Coordinates | null) => void;
}

/** The position of the device, read only after a tap, and shown before it is saved. */
export function LocationField({ value, onChange }: LocationFieldProps) {
  const [isLocating, setIsLocating] = useState(false);
  const [message, setMessage] = useState('');
  const locateButton = useRef<HTMLDivElement>(null);
  // Answers of an earlier request, and those after the dialog was closed, are dropped.
  const request = useRef(0);
  useEffect(() => {
    return () => {
      request.current += 1;
    };
  }, []);

  function locate() {
    if (!window.isSecureContext || !('geolocation' in navigator)) {
      setMessage('Your browser shares a location only over a secure connection (https).');
      return;
    }
    request.current += 1;
    const current = request.current;
    const finish = (text: string, found?: Coordinates) => {
      if (request.current !== current) return;
      setIsLocating(false);
      setMessage(text);
      if (found !== undefined) onChange(found);
    };
    setIsLocating(true);
    setMessage('');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        if (accuracy > maximumAccuracyMetres) {
          const kilometres = Math.round(accuracy / 1000);
          finish(`Your device knows its location only to about ${kilometres} km, too roughly for the rider.`);
        } else {
          finish(`Location added, accurate to about ${Math.ceil(accuracy)} m.`, {
            latitude: roundDegrees(latitude),
            longitude: roundDegrees(longitude),
          });
        }
      },
      ({ code }) => finish(refusals[code] ?? 'Your location is not available.'),
      // No remembered position: the last one may have been too rough.
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 0 },
    );
  }

  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-1 text-sm font-semibold">Exact location</legend>
      <p className="mb-2 text-sm text-ink-soft">
        {value === null ? (
          'Optional. It is saved with this address and shown to the staff who deliver to it.'
        ) : (
          <>
            Saved with this address:{' '}
            <a
              href={toMapUrl(value)}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-6 items-center font-semibold text-leaf tabular-nums underline"
            >
              {value.latitude}, {value.longitude}
              <span className="sr-only"> on OpenStreetMap</span>
            </a>
          </>
        )}
      </p>
      <div ref={locateButton} className="flex flex-wrap gap-2">
        <Button variant="secondary" isBusy={isLocating} onClick={locate}>
          <LocateFixed aria-hidden="true" className="size-4.5" />
          {value === null ? 'Use my location' : 'Update location'}
        </Button>
        {value !== null && (
          <Button
            variant="secondary"
            onClick={() => {
              // An answer that is still under way must not bring it back, and the focus stays in the group.
              request.current += 1;
              setIsLocating(false);
              onChange(null);
              setMessage('Location removed.');
              locateButton.current?.querySelector('button')?.focus();
            }}
          >
            <MapPinOff aria-hidden="true" className="size-4.5" />
            Remove location
          </Button>
        )}
      </div>
      <p role="status" className="mt-1 min-h-5 text-sm text-ink-soft">
        {message}
      </p>
    </fieldset>
  );
}
