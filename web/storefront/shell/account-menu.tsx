import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { loadPatiently } from '#web/ui/load-patiently.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

const AccountMenuLinks = lazy(() => loadPatiently(() => import('./account-menu-links.tsx')));

/** The button 'Account' and the menu below it; the browser closes it on Escape and on a click elsewhere. */
export function AccountMenu() {
  const id = useId();
  // Its content is loaded when somebody first reaches for it.
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
        Account
        <ChevronDown
          aria-hidden="true"
          className={`size-4 transition-transform duration-(--brief) ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div
        id={id}
        popover="auto"
        className="account-menu"
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        <Suspense fallback={<Skeleton className="h-44 w-full" />}>
          {isWanted && <AccountMenuLinks onChoose={() => document.getElementById(id)?.hidePopover()} />}
        </Suspense>
      </div>
    </>
  );
}
