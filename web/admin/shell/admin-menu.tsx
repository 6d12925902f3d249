import { useQuery } from '@tanstack/react-query';
import { CircleUserRound, LogOut, Menu as MenuIcon } from 'lucide-react';
import { type FocusEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import type { EndpointResponse } from '#contract/api.ts';
import type { User } from '#contract/identity/account.ts';
import { centerCurrent } from '#web/admin/page-parts.tsx';
import { callApiOrThrow } from '#web/api/client.ts';
import { isSessionByPin } from '#web/api/tokens.ts';
import { type AdminPage, openingPath, sectionsFor } from '#web/base/admin-sections.ts';
import { queryClient } from '#web/session/query-client.ts';
import { isStaff, useMay, useSession } from '#web/session/session.ts';
import { useLogOut } from '#web/session/use-log-out.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { isOtherLanguageChosen, logOutInOtherLanguage } from './other-language.ts';

/** The menu of all admin pages. Its space is reserved while the session is unknown. */
export function AdminMenu() {
  const { status, user } = useSession();
  const reserved = <div className="h-12 lg:w-60 lg:flex-none [html:not([data-shopper=expected])_&]:hidden" />;
  if (status === 'unknown') return reserved;
  if (!isStaff(user)) return null;
  return <SectionMenu />;
}

/** The server refuses counts to staff without the required second factor or with a generated password. */
const mayCount = (user: User | null) =>
  isStaff(user) && user?.second_factor !== 'required' && user?.must_change_password !== true;

type Counts = EndpointResponse<'getMenuCounts'>['data'] | undefined;

const countsMs = 30_000;

/** What waits for the staff; read again twice a minute and when the tab is shown. */
function useCounts(): Counts {
  const { user } = useSession();
  const { data } = useQuery(
    {
      queryKey: ['menu-counts'],
      queryFn: async ({ signal }) => (await callApiOrThrow('getMenuCounts', {}, { signal })).data,
      enabled: mayCount(user),
      refetchInterval: countsMs,
    },
    queryClient,
  );
  return data;
}

/**
 * For those who may open the store, on all pages until the store is opened or a customer has an order. Shoppers see
 * none, and can order.
 */
export function NotLiveBar() {
  const counts = useCounts();
  const mayOpenStore = useMay('settings');
  if (counts === undefined || counts.isLive || !mayOpenStore) return null;
  return (
    <aside
      aria-label="Opening"
      className="flex flex-wrap items-center justify-center gap-x-4 bg-marigold-soft px-(--page-gutter) text-sm print:hidden"
    >
      <strong className="font-semibold">Not open yet</strong>
      <Link to={openingPath} className="inline-flex min-h-11 items-center underline underline-offset-4">
        Open your store
      </Link>
    </aside>
  );
}

type MenuPage = Omit<AdminPage, 'permissions'>;

const profilePage: MenuPage = { label: 'Profile', path: '/dashboard/profile', Icon: CircleUserRound };
const accountSection = { label: 'Account', pages: [profilePage] };

const itemClass =
  'flex h-11 w-full items-center lg:pointer-fine:h-9 gap-2 rounded-md px-3 text-sm font-semibold whitespace-nowrap hover:bg-sunken aria-[current=page]:bg-leaf-soft aria-[current=page]:text-leaf lg:gap-3 lg:text-base';

/**
 * Browsers do not scroll to a focused item of which a few pixels are in view. Not for a mouse, which would miss what it
 * has pressed.
 */
function showWhole({ target }: FocusEvent<HTMLElement>): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/**
 * All sections: below 1024 px a strip at the top that scrolls sideways, with a button that lists all pages; else a
 * column beside the page.
 */
function SectionMenu() {
  const counts = useCounts();
  const sections = useSections();
  const { pathname } = useLocation();
  const { isLeaving, leave } = useLogOut();
  const nav = useRef<HTMLElement>(null);
  const [isListOpen, setIsListOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has another current item, and counts move it.
  useEffect(() => centerCurrent(nav.current), [pathname, counts]);
  return (
    <nav
      ref={nav}
      aria-label="Admin"
      onFocus={showWhole}
      className="z-30 bg-canvas print:hidden max-lg:sticky max-lg:top-0 max-lg:-mx-(--page-gutter) max-lg:flex max-lg:overflow-x-auto max-lg:overscroll-x-contain max-lg:border-b max-lg:border-line max-lg:[scrollbar-width:none] lg:sticky lg:top-[calc(var(--header-stuck)+1.5rem)] lg:my-6 lg:max-h-[calc(100dvh-var(--header-stuck)-3rem)] lg:w-60 lg:flex-none lg:overflow-y-auto lg:rounded-lg lg:border lg:border-line lg:bg-surface lg:p-3 max-lg:scroll-pl-24 short:relative"
    >
      <div className="sticky left-0 z-10 flex flex-none items-center bg-canvas pr-1 pl-[calc(var(--page-gutter)-0.75rem)] lg:hidden">
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
      {isListOpen && <AllPagesDialog counts={counts} onClose={() => setIsListOpen(false)} />}
      {sections.map(({ label, pages }) => (
        <Group key={label} label={label}>
          {pages.map((page) => (
            <PageItem key={page.path} page={page} counts={counts} />
          ))}
        </Group>
      ))}
      <Group label="Account">
        {/* A session by PIN is for the pages of the staff only. */}
        {!isSessionByPin() && <PageItem page={profilePage} counts={counts} />}
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

/** The pages that the user may open. */
function useSections() {
  return sectionsFor(useSession().user?.permissions ?? []);
}

interface PageItemProps {
  page: MenuPage;
  counts: Counts;
  onChoose?: () => void;
}

function PageItem({ page: { label, path, Icon, count }, counts, onChoose }: PageItemProps) {
  const waiting = count === undefined ? 0 : (counts?.[count] ?? 0);
  return (
    <li>
      {/* A page of one customer belongs to Customers; each page is below the path of the dashboard. */}
      <NavLink
        to={path}
        end={path === '/dashboard'}
        onClick={onChoose}
        prefetch="intent"
        className={itemClass}
      >
        <Icon aria-hidden="true" className="size-5 flex-none" />
        {label}
        {waiting > 0 && (
          <span className="ml-auto rounded-full bg-marigold-soft px-2 text-sm text-ink tabular-nums">
            {waiting.toLocaleString('en-IN')}
            <span className="sr-only"> waiting</span>
          </span>
        )}
      </NavLink>
    </li>
  );
}

/** All pages in groups, each one tap away. */
function AllPagesDialog({ counts, onClose }: { counts: Counts; onClose: () => void }) {
  const sections = useSections();
  return (
    <Dialog title="All pages" onClose={onClose}>
      {[...sections, ...(isSessionByPin() ? [] : [accountSection])].map(({ label, pages }) => (
        <section key={label} className="not-first:mt-2">
          <h3 className="text-sm text-ink-soft">{label}</h3>
          <ul className="grid grid-cols-2 gap-x-2">
            {pages.map((page) => (
              <PageItem key={page.path} page={page} counts={counts} onChoose={onClose} />
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
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
