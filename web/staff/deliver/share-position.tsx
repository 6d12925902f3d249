import { useEffect, useEffectEvent, useState } from 'react';
import { callApi } from '#web/api/client.ts';
import { t } from '#web/texts/t.ts';
import { setSharesPosition, useDeliveries } from './deliver-store.ts';

/** How often the position is sent. */
const everyMs = 20_000;

/**
 * Sends the position of the phone while `isWanted`, and the page is shown. Without a connection, or before the phone
 * knows it, nothing is sent later: an old position says nothing.
 */
export function usePosition(isWanted: boolean): void {
  const [isNeeded, setIsNeeded] = useState(true);
  const [before, setBefore] = useState(isWanted);
  if (before !== isWanted) {
    setBefore(isWanted);
    setIsNeeded(true);
  }
  const isOn = isWanted && isNeeded;
  const send = useEffectEvent(async ({ coords }: GeolocationPosition) => {
    const { latitude, longitude } = coords;
    const outcome = await callApi('sendPosition', {
      ...{ latitude, longitude, at: new Date().toISOString() },
    });
    if (outcome.isOk && !outcome.response.data.isNeeded) setIsNeeded(false);
  });
  useEffect(() => {
    if (!isOn || !('geolocation' in navigator)) return;
    let sentAt = 0;
    const watch = navigator.geolocation.watchPosition(
      (position) => {
        if (Date.now() - sentAt < everyMs) return;
        sentAt = Date.now();
        noteBlocked(false);
        void send(position);
      },
      noteFailure,
      // Measured now, so that it is none from before the rider left.
      { enableHighAccuracy: true, maximumAge: 0 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [isOn]);
}

const noteBlocked = (isPositionBlocked: boolean) => useDeliveries.setState({ isPositionBlocked });

/** The rider, or the phone, may have forbidden it: deliveries go on without. */
function noteFailure({ code, PERMISSION_DENIED }: GeolocationPositionError): void {
  if (code === PERMISSION_DENIED) noteBlocked(true);
}

/** Records the consent, and lets the browser ask for the permission now: not on the way. */
function consent(isShared: boolean): void {
  void setSharesPosition(isShared);
  if (isShared && 'geolocation' in navigator)
    navigator.geolocation.getCurrentPosition(() => noteBlocked(false), noteFailure);
}

/** The consent of the rider that shoppers see how far away their orders are. */
export function PositionConsent() {
  const { sharesPosition, isPositionBlocked } = useDeliveries();
  return (
    <>
      <label className="mt-4 flex min-h-12 items-center gap-3">
        <input
          type="checkbox"
          className="size-6 flex-none accent-leaf"
          checked={sharesPosition}
          onChange={({ target }) => consent(target.checked)}
        />
        <span>
          {t('riders.sharePosition')}
          <span className="block text-sm text-ink-soft">{t('riders.sharePositionHint')}</span>
        </span>
      </label>
      <p role="status" className="text-sm text-danger">
        {sharesPosition && isPositionBlocked && t('riders.positionBlocked')}
      </p>
    </>
  );
}
