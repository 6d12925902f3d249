import type { PickingOrder } from '#contract/picking/picking.ts';
import { formatGrams } from '#contract/picking/weight.ts';
import { Notices } from '#web/staff/page-parts.tsx';
import { t } from '#web/texts/t.ts';
import { IconButton } from '#web/ui/button.tsx';
import { closeNotice, usePicks } from './pick-store.ts';

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

/** What the picker has to know. */
export function PickNotices() {
  const { notices, actions, isOffline } = usePicks();
  const offline = isOffline ? t('picking.unsent', { count: actions.length }) : null;
  return <Notices offline={offline} notices={notices} onClose={closeNotice} />;
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
