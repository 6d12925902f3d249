import { Laptop, type LucideIcon, MonitorSmartphone, Smartphone, Tablet } from 'lucide-react';
import type { Session } from '#contract/session.ts';
import { formatMoment } from '#web/moment.ts';
import { Button } from '#web/ui/button.tsx';

const icons: Record<Session['kind'], LucideIcon> = {
  phone: Smartphone,
  tablet: Tablet,
  computer: Laptop,
  unknown: MonitorSmartphone,
};

/** A device on which the shopper is logged in; the one in the hand has no button, for the menu logs it out. */
export function DeviceRow({ session, onLogOut }: { session: Session; onLogOut: () => void }) {
  const { device, kind, isCurrent, createdAt, lastUsedAt } = session;
  const Icon = icons[kind];
  const use = isCurrent
    ? `Logged in since ${formatMoment(createdAt)}`
    : `Last used ${formatMoment(lastUsedAt)}`;
  return (
    <li className="flex items-center gap-4 py-3 first:pt-0">
      <span className="flex size-11 flex-none items-center justify-center rounded-md bg-sunken text-ink-soft">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="min-w-0 font-semibold wrap-anywhere">{device}</span>
          {isCurrent && (
            <span className="rounded-full bg-leaf-soft px-2.5 py-0.5 text-xs font-semibold text-leaf">
              This device
            </span>
          )}
        </p>
        <p className="text-sm text-ink-soft tabular-nums">{use}</p>
      </div>
      {!isCurrent && (
        <Button
          variant="quiet"
          aria-label={`Log out ${device}, last used ${formatMoment(lastUsedAt)}`}
          className="-mr-3 px-3! text-danger!"
          onClick={onLogOut}
        >
          Log out
        </Button>
      )}
    </li>
  );
}
