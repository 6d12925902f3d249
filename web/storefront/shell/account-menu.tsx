import { ChevronRight } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { t } from '#web/texts/t.ts';
import { lazyWithRetry } from '#web/ui/lazy.tsx';
import { Skeleton } from '#web/ui/loading.tsx';

const AccountNav = lazyWithRetry(async () => ({
  default: (await import('#web/storefront/customers/account-nav.tsx')).AccountNav,
}));

/** The 'Account' button and its popover, which the browser closes on Escape and on an outside click. */
export default function AccountMenu() {
  const id = useId();
  // The content is loaded on the first hover or focus.
  const [isWanted, setIsWanted] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-expanded={isOpen}
        onPointerEnter={() => setIsWanted(true)}
        onFocus={() => setIsWanted(true)}
        className="flex min-h-11 items-center gap-1 rounded-md px-3 font-semibold hover:bg-sunken"
      >
        {t('shell.account')}
        <ChevronRight
          aria-hidden="true"
          className={`size-4 transition-transform duration-(--brief) ${isOpen ? '-rotate-90' : 'rotate-90'}`}
        />
      </button>
      <div
        id={id}
        popover="auto"
        data-testid="account-menu"
        className="menu-of-header w-64 overflow-y-auto rounded-lg border border-line bg-surface p-4 text-ink shadow-floating"
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        <Suspense fallback={<Skeleton className="h-44 w-full" />}>
          {isWanted && <AccountNav onChoose={() => document.getElementById(id)?.hidePopover()} />}
        </Suspense>
      </div>
    </>
  );
}
