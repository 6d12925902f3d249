import { CircleUserRound, LogOut, Menu } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { adminSections } from '#web/base/admin-sections.ts';
import { isOtherLanguageChosen, staffPath } from '#web/base/chosen-language.ts';
import { logOut } from '#web/session/session.ts';
import { useLogOut } from '#web/session/use-log-out.ts';
import { Dialog } from '#web/ui/dialog.tsx';

const accountSection = {
  label: 'Account',
  pages: [{ label: 'Profile', path: '/dashboard/profile', Icon: CircleUserRound }],
};

const itemClass =
  'flex h-11 w-full items-center gap-2 rounded-md px-3 text-sm font-semibold whitespace-nowrap hover:bg-sunken aria-[current=page]:bg-leaf-soft aria-[current=page]:text-leaf lg:gap-3 lg:text-base';

/**
 * All sections: below 1024 px a strip at the top that scrolls sideways, with a button that lists all pages; else a
 * column beside the page.
 */
export function AdminMenu() {
  const { pathname } = useLocation();
  const { isLeaving, leave } = useLogOut();
  const nav = useRef<HTMLElement>(null);
  const [isListOpen, setIsListOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has another current item.
  useEffect(() => centerCurrent(nav.current), [pathname]);
  useEffect(() => {
    document.addEventListener('click', leaveInOtherLanguage, { capture: true });
    return () => document.removeEventListener('click', leaveInOtherLanguage, { capture: true });
  }, []);
  return (
    <nav
      ref={nav}
      aria-label="Admin"
      className="z-40 bg-canvas print:hidden max-lg:sticky max-lg:top-0 max-lg:-mx-(--page-gutter) max-lg:flex max-lg:overflow-x-auto max-lg:overscroll-x-contain max-lg:border-b max-lg:border-line max-lg:px-[calc(var(--page-gutter)-0.75rem)] max-lg:[scrollbar-width:none] lg:sticky lg:top-[calc(var(--header-stuck)+1.5rem)] lg:my-6 lg:max-h-[calc(100dvh-var(--header-stuck)-3rem)] lg:w-60 lg:flex-none lg:overflow-y-auto lg:rounded-lg lg:border lg:border-line lg:bg-surface lg:p-3"
    >
      <div className="sticky left-0 z-10 flex flex-none items-center bg-canvas pr-1 lg:hidden">
        <button
          type="button"
          aria-haspopup="dialog"
          className={`${itemClass} border border-line bg-surface`}
          onClick={() => setIsListOpen(true)}
        >
          <Menu aria-hidden="true" className="size-5 flex-none" />
          All
        </button>
      </div>
      {isListOpen && <AllPagesDialog onClose={() => setIsListOpen(false)} />}
      {adminSections.map(({ label, pages }) => (
        <Group key={label} label={label}>
          {pages.map(({ label: page, path, Icon }) => (
            <li key={path}>
              <NavLink to={path} end prefetch="intent" className={itemClass}>
                <Icon aria-hidden="true" className="size-5 flex-none" />
                {page}
              </NavLink>
            </li>
          ))}
        </Group>
      ))}
      <Group label="Account">
        <li>
          <NavLink to="/dashboard/profile" prefetch="intent" className={itemClass}>
            <CircleUserRound aria-hidden="true" className="size-5 flex-none" />
            Profile
          </NavLink>
        </li>
        <li>
          <button
            type="button"
            className={itemClass}
            disabled={isLeaving}
            onClick={() => void (isOtherLanguageChosen() ? logOutInOtherLanguage() : leave())}
          >
            <LogOut aria-hidden="true" className="size-5 flex-none" />
            Log Out
          </button>
        </li>
      </Group>
    </nav>
  );
}

/** All pages in groups, each one tap away. */
function AllPagesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="All pages" onClose={onClose}>
      {[...adminSections, accountSection].map(({ label, pages }) => (
        <section key={label} className="not-first:mt-4">
          <h3 className="pb-1 text-sm text-ink-soft">{label}</h3>
          <ul className="grid grid-cols-2 gap-x-2">
            {pages.map(({ label: page, path, Icon }) => (
              <li key={path}>
                <NavLink to={path} end onClick={onClose} prefetch="intent" className={itemClass}>
                  <Icon aria-hidden="true" className="size-5 flex-none" />
                  {page}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}

/** Lets the browser follow a link to the shop, if that is in another language. The login needs its navigation state. */
function leaveInOtherLanguage(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || link.origin !== window.location.origin) return;
  if (link.pathname === '/login' || staffPath.test(link.pathname) || !isOtherLanguageChosen()) return;
  event.stopPropagation();
}

/** Loads the home page from the server, after the logout, which the load would interrupt. */
async function logOutInOtherLanguage(): Promise<void> {
  await logOut();
  window.location.assign('/');
}

/** A part of the menu. Its label is visible in the column only; in the strip a line separates the parts. */
function Group({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className="max-lg:flex max-lg:items-center max-lg:not-first:before:mx-1 max-lg:not-first:before:h-6 max-lg:not-first:before:border-l max-lg:not-first:before:border-line lg:not-first:mt-3">
      <p id={id} className="px-3 pb-1 text-sm text-ink-soft max-lg:sr-only">
        {label}
      </p>
      <ul aria-labelledby={id} className="max-lg:flex max-lg:py-0.5">
        {children}
      </ul>
    </div>
  );
}

/** Scrolls the strip or column, not the page, so that the current section is in its middle. */
function centerCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector<HTMLElement>('[aria-current=page]');
  if (nav === null || current == null) return;
  const [frame, item] = [nav.getBoundingClientRect(), current.getBoundingClientRect()];
  nav.scrollBy({
    left: item.left + item.width / 2 - frame.left - frame.width / 2,
    top: item.top + item.height / 2 - frame.top - frame.height / 2,
    behavior: 'instant',
  });
}
