import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#web/session/session.ts';
import { useAddresses } from '#web/storefront/addresses/use-addresses.ts';
import { toPageKind } from '#web/storefront/page-kind.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { onAskedForPlace, readPlace, setAskedForPlace, wasAskedForPlace } from './place-store.ts';

/**
 * Asks a browser without a place once where to deliver, on a page of the catalogue, over the page and without taking
 * the focus. The answer, 'Not now', Escape or the next page ends it in all tabs, and it never comes again.
 * `onClose` is called when the shopper closes it, and moves the focus.
 */
export default function PlaceQuestion({ onClose }: { onClose: (isAnswer: boolean) => void }) {
  const { pathname } = useLocation();
  const { status } = useSession();
  const { data: addresses } = useAddresses();
  const [isOpen, setIsOpen] = useState(() => !wasAskedForPlace() && readPlace() === undefined);
  const heading = useId();
  const shownOn = useRef<string>(null);
  const isShown = isOpen && toPageKind(pathname) !== null && (status === 'guest' || addresses?.length === 0);
  const end = () => {
    setAskedForPlace();
    setIsOpen(false);
  };
  const close = (isAnswer: boolean) => {
    end();
    onClose(isAnswer);
  };
  const leave = useEffectEvent(end);
  useEffect(() => {
    if (shownOn.current !== null && shownOn.current !== pathname) leave();
    else if (isShown) shownOn.current = pathname;
  }, [isShown, pathname]);
  useEffect(() => onAskedForPlace(() => setIsOpen(false)), []);
  if (!isShown) return null;
  return (
    <section
      aria-labelledby={heading}
      className="fixed inset-x-3 bottom-[calc(var(--bottom-stuck)+0.75rem+env(safe-area-inset-bottom))] z-40 rounded-lg border border-line bg-surface p-4 shadow-floating md:absolute md:inset-x-auto md:top-full md:bottom-auto md:left-0 md:w-80"
      onKeyDown={({ key }) => key === 'Escape' && close(false)}
    >
      <h2 id={heading} className="text-base/6 text-ink">
        {t('place.title')}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">{t('place.choosePlace')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => close(true)}>{t('place.enterPincode')}</Button>
        <Button variant="quiet" onClick={() => close(false)}>
          {t('place.notNow')}
        </Button>
      </div>
    </section>
  );
}
