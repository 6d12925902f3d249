import { ChevronRight, Clock, MapPin } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { replayEarlyTaps, useIsHydrated } from '#web/base/hydration.ts';
import { useSession } from '#web/session/session.ts';
import { t } from '#web/texts/t.ts';
import { lazyDialog, lazyWithRetry, whenUsedOrIdle } from '#web/ui/lazy.tsx';
import { readPlace, usePlace } from './place-store.ts';

const PlaceStatus = lazyWithRetry(() => import('./place-status.tsx'));
const PlaceQuestion = lazyWithRetry(() => import('./place-question.tsx'));
const PlaceDialog = lazyDialog(async () => (await import('./place-dialog.tsx')).PlaceDialog);

/**
 * In how many minutes the store delivers to the place of the shopper, or when it opens. A button, if that depends on
 * the place. The server renders the same text for everyone in a space that does not change. The rest is loaded when
 * the page is used or idle, at once in a browser that knows the place.
 */
export default function HeaderPlace({ header }: { header: 'TIME' | 'PLACE' }) {
  const place = usePlace();
  const [isWanted, setIsWanted] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const isHydrated = useIsHydrated();
  const element = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isHydrated && element.current !== null) replayEarlyTaps(element.current);
  }, [isHydrated]);
  useEffect(() => {
    if (header === 'TIME' || readPlace() !== undefined) setIsWanted(true);
    else void whenUsedOrIdle().then(() => setIsWanted(true));
  }, [header]);
  const isKnown = useSession().status !== 'unknown';
  const unknown = header === 'TIME' ? t('checkout.deliveryTime') : t('place.deliverTo');
  const text =
    isWanted && isKnown ? (
      <Suspense fallback={unknown}>
        <PlaceStatus header={header} />
      </Suspense>
    ) : (
      unknown
    );
  if (header === 'TIME') {
    return (
      <p data-place className={`${boxClass} max-md:justify-end`}>
        <Clock aria-hidden="true" className={iconClass} />
        <span className="min-w-0 truncate text-sm font-bold max-lg:whitespace-normal">{text}</span>
      </p>
    );
  }
  return (
    <div
      ref={element}
      data-place
      data-hydrated={isHydrated}
      className={`relative ${boxClass} [@media(scripting:none)]:invisible`}
    >
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        className="flex min-h-11 w-full min-w-0 items-center gap-1.5 rounded-md px-2 text-left md:max-lg:px-1 hover:bg-sunken"
        onClick={() => setIsOpen(true)}
      >
        <MapPin aria-hidden="true" className={`${iconClass} max-lg:hidden`} />
        {/* Where one line has no space for the text, it goes on in the second one, before the place. */}
        <span className="min-w-0 flex-1 text-sm/4.5 wrap-anywhere max-lg:line-clamp-2">
          <span className={`font-bold lg:block lg:truncate ${place === undefined ? 'block truncate' : ''}`}>
            {text}
          </span>{' '}
          <span className="text-xs text-ink-soft lg:block lg:truncate">
            {place === undefined
              ? t('place.enterPincode')
              : place.name || place.pincode || t('place.yourLocation')}
          </span>
        </span>
        {/* The icon of every page. */}
        <ChevronRight aria-hidden="true" className="size-4 flex-none rotate-90" />
      </button>
      {isWanted && place === undefined && (
        <Suspense>
          <PlaceQuestion
            onClose={(isAnswer) => {
              button.current?.focus();
              setIsOpen(isAnswer);
            }}
          />
        </Suspense>
      )}
      {/* Outside of the header, which is a landmark. */}
      {isOpen && createPortal(<PlaceDialog onClose={() => setIsOpen(false)} />, document.body)}
    </div>
  );
}

const boxClass =
  'flex min-h-11 min-w-0 flex-1 basis-0 items-center gap-1.5 max-md:group-data-[searching=true]/header:hidden md:w-32 md:flex-none md:basis-auto lg:w-52';
const iconClass = 'size-5 flex-none text-leaf';
