import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatGrams } from '#contract/picking/weight.ts';
import { barClass, contentClass } from '#web/staff/page-parts.tsx';
import { nameOf, t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/toast.ts';
import { giveBackOrder, reopenLine } from './pick-store.ts';
import { isPicked, type Line, type Order, toOrdered, toProgress } from './picks.ts';
import { formatAmount, ToteBadge } from './view-parts.tsx';

interface OrdersViewProps {
  orders: readonly Order[];
  now: number;
  /** Shows a line. */
  onShow: (key: string) => void;
  onMore: () => void;
  onClose: () => void;
}

/** All lines of the orders that the picker has, each one to be picked now or again. */
export function OrdersView({ orders, now, onShow, onMore, onClose }: OrdersViewProps) {
  const [isGivingBack, setIsGivingBack] = useState<Order | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function returnOrder(order: Order) {
    setIsBusy(true);
    const outcome = await giveBackOrder(order);
    setIsBusy(false);
    setIsGivingBack(null);
    if (!outcome.isOk) showToast('error', outcome.error.message);
  }

  function show({ key, state }: Line) {
    if (state !== 'open' && state !== 'fetch') reopenLine(key);
    onShow(key);
  }

  return (
    <>
      <div className={contentClass}>
        <h1 tabIndex={-1} className="py-3 text-xl outline-none">
          {t('picking.allLines')}
        </h1>
        {orders.filter(isPicked).map((order) => (
          <section key={order._id} aria-label={order.orderId} className="mb-4">
            <div className="flex items-center gap-3">
              <ToteBadge tote={order.tote} />
              <h2 className="min-w-0 flex-1 font-semibold">
                {order.orderId}
                <span className="block text-sm font-normal text-ink-soft">
                  {order.firstName} ·{' '}
                  {t('picking.piecesOf', { count: toProgress(order).done, all: toProgress(order).all })}
                </span>
              </h2>
              <Button
                variant="quiet"
                aria-label={`${t('picking.returnOrder')} ${order.orderId}`}
                className="px-3"
                onClick={() => setIsGivingBack(order)}
              >
                {t('picking.returnOrder')}
              </Button>
            </div>
            <ul className="mt-1 divide-y divide-line rounded-md border border-line bg-surface">
              {order.lines.map((line) => (
                <li key={line.key}>
                  <button
                    type="button"
                    disabled={line.state === 'off' || line.state === 'asked'}
                    className="flex min-h-12 w-full items-center gap-3 px-3 py-1.5 text-left"
                    onClick={() => show(line)}
                  >
                    <span className="w-16 flex-none text-sm font-semibold tabular-nums wrap-anywhere">
                      {line.location}
                    </span>
                    <span className="min-w-0 flex-1">
                      <span className="block wrap-anywhere">{nameOf(line)}</span>
                      <span className="block text-sm text-ink-soft">
                        {line.unit} · {formatAmount(line, toOrdered(line))}
                      </span>
                      <LineState line={line} now={now} />
                    </span>
                    <ChevronRight aria-hidden="true" className="size-5 flex-none text-ink-soft" />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className={`${barClass} grid grid-cols-2 gap-2`}>
        <Button variant="secondary" className="min-h-14 px-2" onClick={onMore}>
          {t('picking.moreOrders')}
        </Button>
        <Button className="min-h-14 px-2" onClick={onClose}>
          {t('picking.resume')}
        </Button>
      </div>
      {isGivingBack !== null && (
        <ConfirmDialog
          isDangerous
          title={t('picking.returnTitle', { number: isGivingBack.orderId })}
          question={t('picking.returnQuestion')}
          confirmLabel={t('picking.returnOrder')}
          isBusy={isBusy}
          onConfirm={() => void returnOrder(isGivingBack)}
          onClose={() => setIsGivingBack(null)}
        />
      )}
    </>
  );
}

/** What was done about a line, in words. */
export function LineState({ line, now }: { line: Line; now: number }) {
  const { state, found, stepGrams, replacement } = line;
  if (state === 'off') return <Chip>{t('picking.stateOff')}</Chip>;
  if (state === 'open') return <Chip look="plain">{t('picking.stateOpen')}</Chip>;
  if (state === 'asked') return <Chip look="warning">{toWaitingText(line, now)}</Chip>;
  if (state === 'fetch')
    return (
      <Chip look="warning">{t('picking.stateReplaced', { name: line.fetch ? nameOf(line.fetch) : '' })}</Chip>
    );
  if (replacement !== null)
    return <Chip look="good">{t('picking.stateReplaced', { name: nameOf(replacement) })}</Chip>;
  if (found === 0) return <Chip look="bad">{t('picking.stateMissing')}</Chip>;
  const ordered = toOrdered(line);
  if (stepGrams !== null) return <Chip look="good">{formatGrams(found ?? 0)}</Chip>;
  if (found !== null && found < ordered)
    return (
      <Chip look="warning">
        {t('picking.statePartly')}: {t('picking.piecesOf', { count: found, all: ordered })}
      </Chip>
    );
  return <Chip look="good">{t('picking.stateFound')}</Chip>;
}

/** The shopper is asked, with the time that is left. */
export function toWaitingText({ deadline }: Line, now: number): string {
  if (deadline === null) return t('picking.askLater');
  const seconds = Math.max(0, Math.ceil((Date.parse(deadline) - now) / 1000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return `${t('picking.waiting')}: ${t('picking.waitingFor', { time })}`;
}
