import { ArrowLeft } from 'lucide-react';
import { formatSignedPaise, toPaise } from '#contract/base/money.ts';
import type { RiderCashKind } from '#contract/riders/rider-cash.ts';
import { formatDateTime } from '#web/base/time.ts';
import { contentClass } from '#web/staff/page-parts.tsx';
import { t } from '#web/texts/t.ts';
import { IconButton } from '#web/ui/button.tsx';
import { useDeliveries } from './deliver-store.ts';
import { toHeldCash } from './deliveries.ts';

const inRupees = (amount: number) => formatSignedPaise(toPaise(amount));

const kindTexts: Record<RiderCashKind, string> = {
  COLLECTED: t('riders.cashCollected'),
  CORRECTED: t('riders.cashCorrected'),
  GIVEN: t('riders.cashGiven'),
  HANDED_IN: t('riders.cashHandedIn'),
  DIFFERENCE: t('riders.cashDifference'),
};

/** The cash that the rider has, and the entries of the cash book of the last two days. */
export function CashView({ onClose }: { onClose: () => void }) {
  const { cash, heldAmt, actions, orders } = useDeliveries();
  const unsent = actions.flatMap((action) =>
    action.kind === 'delivered' && action.payment.kind === 'CASH'
      ? { ...action, amount: action.payment.amount }
      : [],
  );
  const numberOf = (id: string) => orders.find(({ _id }) => _id === id)?.orderId ?? '';
  return (
    <>
      <header className="mx-auto flex w-full max-w-xl items-center gap-2 px-2 py-1">
        <IconButton label={t('staff.back')} onClick={onClose}>
          <ArrowLeft aria-hidden="true" className="size-6" />
        </IconButton>
        <h1 tabIndex={-1} className="text-xl outline-none">
          {t('riders.myCash')}
        </h1>
      </header>
      <div className={contentClass}>
        {heldAmt !== null && (
          <p className="py-2">
            <strong className="block text-3xl tabular-nums">{inRupees(toHeldCash(heldAmt, actions))}</strong>
            <span className="text-ink-soft">{t('riders.cashHint')}</span>
          </p>
        )}
        {unsent.length > 0 && (
          <ul aria-label={t('riders.cashUnsent')} className={listClass}>
            {unsent.map(({ _id, at, amount }) => (
              <Entry key={_id} kind={t('riders.cashUnsent')} about={numberOf(_id)} at={at} amount={amount} />
            ))}
          </ul>
        )}
        {cash === null ? (
          <p className="py-2 text-ink-soft">{t('riders.cashUnknown')}</p>
        ) : cash.entries.length === 0 ? (
          unsent.length === 0 && <p className="py-2 text-ink-soft">{t('riders.cashNone')}</p>
        ) : (
          <ul aria-label={t('riders.myCash')} className={listClass}>
            {cash.entries.map(({ kind, amount, at, orderId, note }) => (
              <Entry
                key={`${at} ${kind} ${orderId}`}
                kind={kindTexts[kind]}
                about={orderId ?? note ?? ''}
                at={at}
                amount={amount}
              />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

const listClass = 'mb-3 divide-y divide-line rounded-md border border-line bg-surface';

interface EntryProps {
  kind: string;
  /** The number of the order, or a note. */
  about: string;
  at: string;
  amount: number;
}

function Entry({ kind, about, at, amount }: EntryProps) {
  return (
    <li className="flex min-h-12 items-center gap-3 px-3 py-1.5">
      <span className="min-w-0 flex-1 wrap-anywhere">
        {kind}
        <span className="block text-sm text-ink-soft">
          {about} · {formatDateTime(at)}
        </span>
      </span>
      <span className="font-semibold tabular-nums">{inRupees(amount)}</span>
    </li>
  );
}
