import { Snowflake, ThermometerSnowflake, Wine } from 'lucide-react';
import { useState } from 'react';
import { type Handling, handlings } from '#contract/picking/handling.ts';
import type { PickingOrder } from '#contract/picking/picking.ts';
import { barClass, contentClass } from '#web/staff/page-parts.tsx';
import { nameOf, t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.ts';
import { LineState } from './orders-view.tsx';
import { giveBackOrder, packOrder, usePicks } from './pick-store.ts';
import { type Line, listUndecided, type Order } from './picks.ts';
import { formatAmount, Stepper, ToteBadge } from './view-parts.tsx';

const maximumBags = 20;

interface PackViewProps {
  order: Order;
  now: number;
  onPacked: (order: PickingOrder) => void;
  /** Shows a line again. */
  onShow: (key: string) => void;
}

/** An order of which all products are picked: bags are counted, and it is packed. */
export function PackView({ order, now, onPacked, onShow }: PackViewProps) {
  const { isOffline } = usePicks();
  const [bags, setBags] = useState(1);
  const [isBusy, setIsBusy] = useState(false);
  const waiting = listUndecided(order);
  const short = order.lines.filter((line) => line.state === 'done' && isShort(line));

  async function pack() {
    setIsBusy(true);
    const outcome = await packOrder(order, bags);
    setIsBusy(false);
    if (outcome.isOk) onPacked(outcome.response.data);
    else showToast('error', outcome.error.message);
  }

  return (
    <>
      <div className={contentClass}>
        <div className="flex items-center gap-3 py-3">
          <ToteBadge tote={order.tote} isLarge />
          <div className="min-w-0">
            <h1 tabIndex={-1} className="text-xl outline-none">
              {order.orderId}
            </h1>
            <p role="status" className="text-ink-soft">
              {waiting.length === 0 ? t('picking.allFound') : t('picking.packWaits')}
            </p>
          </div>
        </div>
        {[...waiting, ...short].length > 0 && (
          <ul className="mb-3 divide-y divide-line rounded-md border border-line bg-surface">
            {[...waiting, ...short].map((line) => (
              <li key={line.key}>
                <button
                  type="button"
                  disabled={line.state === 'asked'}
                  className="flex min-h-12 w-full flex-wrap items-center justify-between gap-x-3 px-3 py-2 text-left"
                  onClick={() => onShow(line.key)}
                >
                  <span className="wrap-anywhere">{nameOf(line)}</span>
                  <LineState line={line} now={now} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <HandlingList order={order} />
      </div>
      <div className={barClass}>
        {isOffline && <p className="pb-2 text-sm">{t('picking.packOffline')}</p>}
        <div className="mb-3 flex items-center justify-between gap-3">
          <span className="font-semibold">{t('picking.bags')}</span>
          <Stepper
            label={t('picking.bags')}
            value={bags}
            minimum={1}
            maximum={maximumBags}
            text={String(bags)}
            onChange={setBags}
          />
        </div>
        <Button
          isWide
          isBusy={isBusy}
          disabled={waiting.length > 0}
          className="min-h-16 text-lg"
          onClick={() => void pack()}
        >
          {t('picking.pack')}
        </Button>
      </div>
    </>
  );
}

const handlingTexts: Record<Handling, string> = {
  FROZEN: t('picking.frozen'),
  COLD: t('picking.cold'),
  FRAGILE: t('picking.fragile'),
};
const handlingIcons = { FROZEN: Snowflake, COLD: ThermometerSnowflake, FRAGILE: Wine };

/** What is cold or fragile in an order, to be checked before the bags are closed. */
function HandlingList({ order }: { order: Order }) {
  const inBags = order.lines.filter(({ state, found }) => state !== 'off' && (found ?? 0) > 0);
  const groups = handlings.flatMap((handling) => {
    const lines = inBags.filter((line) => line.handling.includes(handling));
    return lines.length === 0 ? [] : [{ handling, lines }];
  });
  if (groups.length === 0) return null;
  return (
    <section aria-label={t('picking.packCheck')} className="mb-3">
      <h2 className="pb-1 font-semibold">{t('picking.packCheck')}</h2>
      {groups.map(({ handling, lines }) => {
        const Icon = handlingIcons[handling];
        return (
          <div key={handling} className="mb-2 rounded-md border border-line bg-surface px-3 py-2">
            <h3 className="flex items-center gap-2 text-sm font-semibold">
              <Icon aria-hidden="true" className="size-5 flex-none text-leaf" />
              {handlingTexts[handling]}
            </h3>
            <ul>
              {lines.map((line) => (
                <li key={line.key}>
                  <label className="flex min-h-11 items-center gap-3 wrap-anywhere">
                    <input type="checkbox" className="size-6 flex-none accent-leaf" />
                    {nameOf(line)}
                  </label>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

function isShort({ found, quantity, stepGrams, replacement }: Line): boolean {
  return replacement !== null || (stepGrams === null && found !== null && found < quantity) || found === 0;
}

/** An order that was cancelled while it was picked: what is in its tote goes back. */
export function PutBackView({ order }: { order: Order }) {
  const [isBusy, setIsBusy] = useState(false);
  const taken = order.lines.filter(({ found, replacement }) => (found ?? 0) > 0 || replacement !== null);

  async function confirm() {
    setIsBusy(true);
    const outcome = await giveBackOrder(order);
    setIsBusy(false);
    if (!outcome.isOk) showToast('error', outcome.error.message);
  }

  return (
    <>
      <div className={contentClass}>
        <div className="flex items-center gap-3 py-3">
          <ToteBadge tote={order.tote} isLarge />
          <div className="min-w-0">
            <h1 tabIndex={-1} className="text-xl wrap-anywhere outline-none">
              {t('picking.cancelled', { number: order.orderId })}
            </h1>
            <p className="text-ink-soft">
              {taken.length === 0
                ? t('picking.nothingToPutBack')
                : t('picking.putBackHint', { tote: order.tote })}
            </p>
          </div>
        </div>
        {taken.length > 0 && (
          <ul className="divide-y divide-line rounded-md border border-line bg-surface">
            {taken.map((line) => (
              <li key={line.key} className="flex min-h-12 items-center gap-3 px-3 py-1.5">
                <span className="w-14 flex-none font-semibold tabular-nums wrap-anywhere">
                  {line.location}
                </span>
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {[
                    (line.found ?? 0) > 0 ? `${nameOf(line)}, ${formatAmount(line, line.found ?? 0)}` : [],
                    line.replacement === null
                      ? []
                      : `${nameOf(line.replacement)}, ${line.replacement.quantity}`,
                  ]
                    .flat()
                    .join('; ')}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={barClass}>
        <Button isWide isBusy={isBusy} className="min-h-16 text-lg" onClick={() => void confirm()}>
          {t('picking.putBack')}
        </Button>
      </div>
    </>
  );
}
