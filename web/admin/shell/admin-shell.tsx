import { CircleUserRound, LogOut, Menu as MenuIcon, Store } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { languageCookie, languages } from '#contract/base/languages.ts';
import { adminSections } from '#web/base/admin-sections.ts';
import { useIsHydrated } from '#web/base/hydration.ts';
import { useShop } from '#web/base/page-context.ts';
import { RequireLogin } from '#web/session/require-login.tsx';
import { logOut, useSession } from '#web/session/session.ts';
import { useLogOut } from '#web/session/use-log-out.ts';
import { language } from '#web/texts/t.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { LogoMark, PageError, PageFrame } from '#web/ui/page-frame.tsx';
import { ThemeSwitcher } from '#web/ui/theme.tsx';

/**
 * The frame of the admin pages, instead of that of the shop: without search and cart, with the menu of the sections.
 */
export default function AdminShell() {
  return (
    <AdminFrame>
      <main id="content" className="min-h-[calc(100dvh-var(--header-height))] min-w-0 flex-1 py-4 lg:py-6">
        <RequireLogin heading="h1">
          <Suspense fallback={<Skeleton className="h-80 w-full rounded-lg" />}>
            <Outlet />
          </Suspense>
        </RequireLogin>
      </main>
    </AdminFrame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <AdminFrame>
      <PageError error={error} />
    </AdminFrame>
  );
}

const widthClass = 'mx-auto w-full max-w-(--page-width) px-(--page-gutter)';

function AdminFrame({ children }: { children: ReactNode }) {
  useEffect(() => loadShopInOtherLanguage, []);
  if (useIsReplaced()) return null;
  return (
    <PageFrame header={<AdminHeader />}>
      <div className={`${widthClass} lg:flex lg:items-start lg:gap-8`}>
        <Menu />
        {children}
      </div>
      <footer
        className={`${widthClass} flex print:hidden justify-end pb-[calc(1.5rem+env(safe-area-inset-bottom))]`}
      >
        <ThemeSwitcher />
      </footer>
    </PageFrame>
  );
}

/**
 * Replaces this document by the one of the server, which is English, after a navigation from a shop in another
 * language. Not in the document that was opened: only a development server sends that in another language.
 */
function useIsReplaced(): boolean {
  const [isOpened] = useState(!useIsHydrated());
  const isReplaced = import.meta.env.LANGUAGE !== 'en' && !isOpened;
  useEffect(() => {
    // Not `reload`, after which the back button would show the shop in this document.
    if (isReplaced) window.location.replace(window.location.href);
  }, [isReplaced]);
  return isReplaced;
}

/**
 * Loads the page that follows on the pages of the staff from the server if the shop is in another language, such as
 * after 'back'.
 */
function loadShopInOtherLanguage(): void {
  if (!staffPath.test(window.location.pathname) && isOtherLanguageChosen()) window.location.reload();
}

/** Scrolls away below 1024 px, where the menu stays at the top instead. */
function AdminHeader() {
  const shop = useShop();
  const { user } = useSession();
  return (
    <header
      data-admin-header
      className="border-b border-line bg-canvas lg:sticky lg:top-0 lg:z-40 short:static print:hidden"
    >
      <div className={`${widthClass} flex min-h-14 items-center gap-2`}>
        <Link to="/dashboard" prefetch="intent" className="flex min-h-11 min-w-0 items-center gap-2">
          <LogoMark className="size-8 flex-none" />
          <span className="truncate font-display text-xl font-bold tracking-tight">{shop?.name}</span>
          <span className="rounded-sm bg-leaf-soft px-1.5 text-sm font-semibold text-leaf">Admin</span>
        </Link>
        <div className="ml-auto flex min-w-0 items-center gap-4">
          {user?.role === 'ADMIN' && (
            <p className="min-w-0 truncate text-sm text-ink-soft max-sm:hidden">
              {user.name || user.email} <span className="font-semibold text-leaf">(Admin)</span>
            </p>
          )}
          <Link
            to="/"
            className="-mr-3 flex min-h-11 flex-none items-center gap-2 rounded-md px-3 font-semibold hover:bg-sunken"
          >
            <Store aria-hidden="true" className="size-5 max-[359px]:hidden" />
            View shop
          </Link>
        </div>
      </div>
    </header>
  );
}

/** Its space is reserved while the session is unknown. */
function Menu() {
  const { status, user } = useSession();
  const reserved = <div className="h-12 lg:w-60 lg:flex-none [html:not([data-shopper=expected])_&]:hidden" />;
  if (status === 'unknown') return reserved;
  if (user?.role !== 'ADMIN') return null;
  return <AdminMenu />;
}

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
function AdminMenu() {
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
      className="z-40 bg-canvas print:hidden max-lg:sticky max-lg:top-0 max-lg:-mx-(--page-gutter) max-lg:flex max-lg:overflow-x-auto max-lg:overscroll-x-contain max-lg:border-b max-lg:border-line max-lg:px-[calc(var(--page-gutter)-0.75rem)] max-lg:[scrollbar-width:none] lg:sticky lg:top-[calc(var(--header-stuck)+1.5rem)] lg:my-6 lg:max-h-[calc(100dvh-var(--header-stuck)-3rem)] lg:w-60 lg:flex-none lg:overflow-y-auto lg:rounded-lg lg:border lg:border-line lg:bg-surface lg:p-3 max-lg:scroll-pl-24 short:relative"
    >
      <div className="sticky left-0 z-10 flex flex-none items-center bg-canvas pr-1 lg:hidden">
        <button
          type="button"
          aria-haspopup="dialog"
          className={`${itemClass} border border-line bg-surface`}
          onClick={() => setIsListOpen(true)}
        >
          <MenuIcon aria-hidden="true" className="size-5 flex-none" />
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

/** Lets the browser follow a link to a shop in another language. The login needs its navigation state. */
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

const cookieValue = new RegExp(`(?:^|;\\s*)${languageCookie}=([^;]*)`);

/** Paths of the pages of the staff. Those of the account, and the preview of the home page, begin in the same way. */
const staffPath = /^\/dashboard(?!\/(?:profile|myorders|address|lists|home-preview)(?:\/|$))/;

/** Whether pages of the shop are in another language than this page, so that a link to them has to load a document. */
function isOtherLanguageChosen(): boolean {
  const [, chosen = languages[0]] = cookieValue.exec(document.cookie) ?? [];
  return chosen !== language;
}
