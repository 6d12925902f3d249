import { Store, UserRoundCog } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link, Outlet } from 'react-router';
import { isSessionByPin } from '#web/api/tokens.ts';
import { logOutForNextPerson, useIdleLogOut } from '#web/session/pin-session.ts';
import { RequireLogin } from '#web/session/require-login.tsx';
import { isStaff, useSession } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { PageError, PageFrame } from '#web/ui/page-frame.tsx';
import { StoreLogo } from '#web/ui/store-logo.tsx';
import { ThemeSwitcher } from '#web/ui/theme.tsx';
import { AdminMenu, NotLiveBar } from './admin-menu.tsx';
import { CommandSearch } from './command-search.tsx';
import { useIsReplaced, useShopInOtherLanguage } from './other-language.ts';

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
  useShopInOtherLanguage();
  if (useIsReplaced()) return null;
  return (
    <PageFrame header={<AdminHeader />}>
      <NotLiveBar />
      <div className={`${widthClass} lg:flex lg:items-start lg:gap-8`}>
        <AdminMenu />
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

/** Scrolls away below 1024 px, where the menu stays at the top instead. */
function AdminHeader() {
  const { user } = useSession();
  const isByPin = user !== null && isSessionByPin();
  useIdleLogOut(isByPin);
  return (
    <header
      data-admin-header
      className="border-b border-line bg-canvas lg:sticky lg:top-0 lg:z-40 short:static print:hidden"
    >
      <div className={`${widthClass} flex min-h-14 items-center gap-2`}>
        <Link to="/dashboard" prefetch="intent" className="flex min-h-11 min-w-0 items-center gap-2">
          <StoreLogo nameClass={isByPin ? 'truncate max-sm:sr-only' : 'truncate'} />
          <span className="rounded-sm bg-leaf-soft px-1.5 text-sm font-semibold text-leaf">Admin</span>
        </Link>
        <div className="ml-auto flex min-w-0 items-center gap-2 max-lg:flex-none sm:gap-4">
          {isStaff(user) && user?.second_factor !== 'required' && <CommandSearch />}
          {user !== null && isStaff(user) && (
            <p className="min-w-0 truncate text-sm text-ink-soft max-lg:hidden">
              {user.name || user.email}{' '}
              <span className="font-semibold text-leaf">({user.role === 'ADMIN' ? 'Admin' : 'Staff'})</span>
            </p>
          )}
          {isByPin ? <NextPerson /> : <StoreLink />}
        </div>
      </div>
    </header>
  );
}

function StoreLink() {
  return (
    <Link
      to="/"
      className="-mr-3 flex min-h-11 flex-none items-center gap-2 rounded-md px-3 font-semibold hover:bg-sunken"
    >
      <Store aria-hidden="true" className="size-5" />
      <span className="max-sm:sr-only">View store</span>
    </Link>
  );
}

/** On a shared phone: the next person logs in. */
function NextPerson() {
  const [isLeaving, setIsLeaving] = useState(false);
  function leave() {
    setIsLeaving(true);
    void logOutForNextPerson();
  }
  return (
    <Button variant="secondary" isBusy={isLeaving} onClick={leave}>
      <UserRoundCog aria-hidden="true" className="size-5" />
      Next person
    </Button>
  );
}
