import { CloudOff } from 'lucide-react';
import type { PickingOrder } from '#contract/picking/picking.ts';
import { formatGrams } from '#contract/picking/weight.ts';
import { t } from '#web/texts/t.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { closeNotice, usePicks } from './pick-store.ts';

/** The classes of the content of each screen: what is below it stays at the bottom. */
export const contentClass = 'mx-auto flex w-full max-w-xl flex-1 flex-col px-4 pb-3';

/** The classes of the bar with the buttons, which a thumb reaches. */
export const barClass =
  'sticky bottom-0 z-20 mx-auto w-full max-w-xl border-t border-line bg-canvas px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] short:static';

/** Pieces, or the weight, of a line. */
export function formatAmount({ stepGrams }: { stepGrams: number | null }, amount: number): string {
  return stepGrams === null ? t('picking.pieces', { count: amount }) : formatGrams(amount);
}

/** The box of an order: A to D. */
export function ToteBadge({ tote, isLarge = false }: { tote: PickingOrder['tote']; isLarge?: boolean }) {
  const size = isLarge ? 'size-14 text-2xl' : 'size-8 text-base';
  return (
    <span
      role="img"
      aria-label={t('picking.tote', { tote })}
      className={`inline-flex flex-none items-center justify-center rounded-md bg-ink font-bold text-canvas ${size}`}
    >
      {tote}
    </span>
  );
}

/** What the picker has to know: each notice until it is put away, and that there is no connection. */
export function Notices() {
  const { notices, actions, isOffline } = usePicks();
  const [notice] = notices;
  return (
    <div className="mx-auto w-full max-w-xl px-4">
      {/* Announced when its text changes. */}
      <p
        role="status"
        className={isOffline ? 'flex items-center gap-2 rounded-md bg-marigold-soft px-3 py-2 text-sm' : ''}
      >
        {isOffline && <CloudOff aria-hidden="true" className="size-5 flex-none" />}
        {isOffline && t('picking.unsent', { count: actions.length })}
      </p>
      {notice !== undefined && (
        <div className="mt-2 flex items-center gap-3 rounded-md border border-danger bg-danger-soft px-3 py-2">
          <p role="alert" className="min-w-0 flex-1 font-medium wrap-anywhere">
            {notice}
          </p>
          <Button variant="secondary" className="px-4" onClick={closeNotice}>
            {t('ui.ok')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface StepperProps {
  label: string;
  value: number;
  minimum: number;
  maximum: number;
  /** Shown beside the value, such as 'of 3'. */
  text: string;
  onChange: (value: number) => void;
}

/** A number with buttons for one less and one more. */
export function Stepper({ label, value, minimum, maximum, text, onChange }: StepperProps) {
  return (
    <fieldset className="flex items-center gap-3">
      <legend className="sr-only">{label}</legend>
      <IconButton
        label={t('picking.oneLess')}
        disabled={value <= minimum}
        className="size-14 border border-line bg-surface text-xl"
        onClick={() => onChange(value - 1)}
      >
        −
      </IconButton>
      <output className="min-w-16 text-center text-lg font-semibold tabular-nums">{text}</output>
      <IconButton
        label={t('picking.oneMore')}
        disabled={value >= maximum}
        className="size-14 border border-line bg-surface text-xl"
        onClick={() => onChange(value + 1)}
      >
        +
      </IconButton>
    </fieldset>
  );
}
