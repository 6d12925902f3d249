import { LocateFixed, MapPinOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Coordinates, roundDegrees, toMapUrl } from '#contract/rules/postal-address.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';

// A position worse than this, such as one of the network's exchange, misleads the rider.
const maximumAccuracyMetres = 1000;

const refusals: Record<number, string> = {
  1: t('addresses.locationDenied'),
  2: t('addresses.locationNotFound'),
  3: t('addresses.locationTimeout'),
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
      setMessage(t('addresses.locationInsecure'));
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

  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-1 text-sm font-semibold">{t('addresses.exactLocation')}</legend>
      <p className="mb-2 text-sm text-ink-soft">
        {value === null ? (
          t('addresses.locationHint')
        ) : (
          <>
            {t('addresses.savedWithAddress')}{' '}
            <a
              href={toMapUrl(value)}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-6 items-center font-semibold text-leaf tabular-nums underline"
            >
              {value.latitude}, {value.longitude}
              <span className="sr-only"> {t('addresses.onMap')}</span>
            </a>
          </>
        )}
      </p>
      <div ref={locateButton} className="flex flex-wrap gap-2">
        <Button variant="secondary" isBusy={isLocating} onClick={locate}>
          <LocateFixed aria-hidden="true" className="size-4.5" />
          {value === null ? t('addresses.useLocation') : t('addresses.updateLocation')}
        </Button>
        {value !== null && (
          <Button
            variant="secondary"
            onClick={() => {
              // An answer that is still under way must not bring it back, and the focus stays in the group.
              request.current += 1;
              setIsLocating(false);
              onChange(null);
              setMessage(t('addresses.locationRemoved'));
              locateButton.current?.querySelector('button')?.focus();
            }}
          >
            <MapPinOff aria-hidden="true" className="size-4.5" />
            {t('addresses.removeLocation')}
          </Button>
        )}
      </div>
      <p role="status" className="mt-1 min-h-5 text-sm text-ink-soft">
        {message}
      </p>
    </fieldset>
  );
}
