import { LocateFixed, MapPinOff } from 'lucide-react';
import { useRef } from 'react';
import { type Coordinates, toMapUrl } from '#contract/addresses/postal-address.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { useLocation } from './use-location.ts';

interface LocationFieldProps {
  value: Coordinates | null;
  onChange: (value: Coordinates | null) => void;
}

/** The position of the device, read only after a tap, and shown before it is saved. */
export function LocationField({ value, onChange }: LocationFieldProps) {
  const { isLocating, message, locate, cancel } = useLocation(onChange);
  const locateButton = useRef<HTMLDivElement>(null);
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
              cancel(t('addresses.locationRemoved'));
              onChange(null);
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
