import { CloudOff, ShieldAlert } from 'lucide-react';
import { type FocusEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Permission } from '#contract/base/permissions.ts';
import { isSessionByPin } from '#web/api/tokens.ts';
import { saveForOffline } from '#web/service-worker/save-for-offline.ts';
import { logOutForNextPerson, useIdleLogOut } from '#web/session/pin-session.ts';
import { RequireLogin } from '#web/session/require-login.tsx';
import { may, useAccountRefreshOnReturn, useSession } from '#web/session/session.ts';
import { t } from '#web/texts/t.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { EmptyState, StatusIcon } from '#web/ui/empty-state.tsx';
import { firstEvent, gestures } from '#web/ui/lazy.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { PageError, PageFrame } from '#web/ui/page-frame.tsx';
import type { Due } from './due.ts';

/** The classes of the content of each screen: what is below it stays at the bottom. */
export const contentClass = 'mx-auto flex w-full max-w-xl flex-1 flex-col px-4 pb-3';

/** The classes of the bar with the buttons, which a thumb reaches. */
export const barClass =
  'sticky bottom-0 z-20 mx-auto w-full max-w-xl border-t border-line bg-canvas px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] short:static';

interface StaffPageProps {
  permission: Permission;
  /** Shown to staff without the permission. */
  noPermission: string;
  /** Whether a session by PIN stays although the phone is not touched. */
  isInUse?: boolean;
  /** The code of the other screens, loaded before a connection can be lost. */
  screens: Record<string, () => Promise<unknown>>;
  children: (userId: string) => ReactNode;
}

/** A page on which the staff work with a phone in one hand, for those with a permission. */
export function StaffPage(props: StaffPageProps) {
  return (
    <PageFrame header={null}>
      <main id="content" className="flex min-h-dvh flex-col">
        <RequireLogin heading="h1">
          <PermittedOnly {...props} />
        </RequireLogin>
      </main>
    </PageFrame>
  );
}

/** Shown in place of such a page that fails. */
export function StaffPageError({ error }: { error: unknown }) {
  return (
    <PageFrame header={null}>
      <PageError error={error} />
    </PageFrame>
  );
}

function PermittedOnly({ permission, noPermission, isInUse = false, screens, children }: StaffPageProps) {
  const { user } = useSession();
  useAccountRefreshOnReturn(true);
  useIdleLogOut(user !== null && isSessionByPin() && !isInUse);
  useEffect(() => {
    void saveForOffline();
    void firstEvent(gestures).then(() => Promise.allSettled(Object.values(screens).map((load) => load())));
  }, [screens]);
  // The dialog of the root page asks for a new password.
  if (user === null || user.must_change_password) return null;
  const isPermitted = may(user, permission);
  if (isPermitted && user.second_factor !== 'required')
    return <Suspense fallback={<Skeleton className="m-4 h-80 rounded-lg" />}>{children(user._id)}</Suspense>;
  return (
    <EmptyState
      heading="h1"
      art={<StatusIcon tone="danger" Icon={ShieldAlert} />}
      title={t('errors.FORBIDDEN')}
      action={
        <Link to={isPermitted ? '/dashboard/profile' : '/'} reloadDocument className={buttonClass()}>
          {isPermitted ? t('staff.profile') : t('shell.goToHome')}
        </Link>
      }
    >
      {isPermitted ? t('staff.secondFactor') : noPermission}
    </EmptyState>
  );
}

/**
 * Moves the focus to the title when another screen is shown, or when the focused control was removed, and names the
 * page after it. Returns the attributes of the element with all screens.
 */
export function useTitleFocus(screen: string) {
  const content = useRef<HTMLDivElement>(null);
  const focused = useRef<Element | null>(null);
  const shown = useRef(screen);
  // Runs after each render: any of them may have removed the control.
  useEffect(() => {
    const title = content.current?.querySelector('h1');
    if (!title) return;
    document.title = title.textContent;
    const isOther = shown.current !== screen;
    const isLost = focused.current?.isConnected === false && document.activeElement === document.body;
    shown.current = screen;
    if (isOther) window.scrollTo(0, 0);
    if (isOther || isLost) title.focus({ preventScroll: true });
  });
  return {
    ref: content,
    onFocus({ target }: FocusEvent) {
      focused.current = target;
    },
  };
}

interface NoticesProps {
  /** That there is no connection, and how much waits to be sent; null with a connection. */
  offline: string | null;
  /** The first is shown. */
  notices: readonly string[];
  /** What was done last; empty for nothing. */
  done?: string;
  onClose: () => void;
}

/** What the person has to know: each notice until it is put away, that there is no connection, and what was done. */
export function Notices({ offline, notices: [notice], done = '', onClose }: NoticesProps) {
  return (
    <div className="mx-auto w-full max-w-xl px-4">
      {/* Announced when its text changes. */}
      <p
        role="status"
        className={
          offline === null ? '' : 'flex items-center gap-2 rounded-md bg-marigold-soft px-3 py-2 text-sm'
        }
      >
        {offline !== null && <CloudOff aria-hidden="true" className="size-5 flex-none" />}
        {offline}
      </p>
      {notice !== undefined && (
        <div className="mt-2 flex items-center gap-3 rounded-md border border-danger bg-danger-soft px-3 py-2">
          <p role="alert" className="min-w-0 flex-1 font-medium wrap-anywhere">
            {notice}
          </p>
          <Button variant="secondary" className="px-4" onClick={onClose}>
            {t('ui.ok')}
          </Button>
        </div>
      )}
      <p role="status" className={done === '' ? '' : 'mt-2 rounded-md bg-leaf-soft px-3 py-2 font-medium'}>
        {done}
      </p>
    </div>
  );
}

/** The title of the first screen, with the ways out of the page and other links. */
export function TitleBar({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="pt-2">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-5">
        <h1 tabIndex={-1} className="text-xl outline-none">
          {title}
        </h1>
        <Link
          to="/dashboard/orders"
          reloadDocument
          className="flex min-h-11 items-center font-semibold text-leaf"
        >
          {t('staff.menu')}
        </Link>
      </div>
      <div className="flex flex-wrap gap-x-5">
        {children}
        {isSessionByPin() && <NextPerson />}
      </div>
    </div>
  );
}

/** On a shared phone. */
function NextPerson() {
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Button
      variant="quiet"
      isBusy={isLeaving}
      className="px-0! text-leaf!"
      onClick={() => {
        setIsLeaving(true);
        void logOutForNextPerson();
      }}
    >
      {t('staff.nextPerson')}
    </Button>
  );
}

/** The edge of a row of an order, by how it is on time. */
const dueEdges = {
  later: 'border-l-line',
  due: 'border-l-leaf',
  risk: 'border-l-marigold',
  late: 'border-l-danger',
};

/** The classes of a row of an order; null if it says nothing of the time. */
export function toRowClass(due: Due | null): string {
  return `flex w-full items-center gap-3 rounded-md border border-l-8 border-line bg-surface p-3 text-left ${dueEdges[due?.state ?? 'later']}`;
}

interface ChoosableRowProps {
  due: Due | null;
  /** The name of the checkbox. */
  label: string;
  isChosen: boolean;
  isDisabled: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** The row of an order that waits. */
export function ChoosableRow(props: ChoosableRowProps) {
  const { due, label, isChosen, isDisabled, onChoose, children } = props;
  return (
    <label className={`${toRowClass(due)} ${isChosen ? 'bg-leaf-soft' : ''}`}>
      <input
        type="checkbox"
        aria-label={label}
        className="size-6 flex-none accent-leaf"
        checked={isChosen}
        disabled={isDisabled}
        onChange={onChoose}
      />
      {children}
    </label>
  );
}

const looks = { later: 'plain', due: 'good', risk: 'warning', late: 'bad' } as const;

/** How an order is on time, or when it is its turn. */
export function DueChip({ due: { state, minutes }, later }: { due: Due; later: string }) {
  const time = toDurationText(minutes);
  const texts = {
    later: () => later,
    due: () => t('staff.due', { time }),
    risk: () => t('staff.risk', { time }),
    late: () => t('staff.late', { time }),
  };
  return <Chip look={looks[state]}>{texts[state]()}</Chip>;
}

/** Such as `8 min` or `2 h 5 min`. */
function toDurationText(minutes: number): string {
  if (minutes < 60) return t('orders.minutes', { minutes });
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return rest === 0 ? t('orders.hours', { hours }) : t('orders.hoursMinutes', { hours, minutes: rest });
}
