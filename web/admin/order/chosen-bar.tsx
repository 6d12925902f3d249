import { X } from 'lucide-react';
import type { BoardOrder } from '#contract/order-board.ts';
import { canBecome } from '#contract/rules/order-status.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { steps, type Target } from './order-state.ts';

interface ChosenBarProps {
  chosen: readonly BoardOrder[];
  isBusy: boolean;
  onStep: (to: Target) => void;
  onClear: () => void;
}

/** What can be done with the orders that are chosen; stays in view at the lower edge. */
export function ChosenBar({ chosen, isBusy, onStep, onClear }: ChosenBarProps) {
  return (
    <section
      aria-label="Chosen orders"
      className="sticky bottom-[calc(var(--bottom-bar-height)+0.75rem)] z-10 mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-leaf bg-surface py-2 pr-2 pl-4 shadow-floating md:bottom-4"
    >
      <p role="status" className="font-semibold tabular-nums">
        {chosen.length} chosen
      </p>
      <div className="flex flex-wrap gap-2 max-sm:order-last max-sm:w-full max-sm:pb-1 sm:ml-auto sm:justify-end">
        {steps.map(({ to, label, key }) => {
          const count = chosen.filter(({ status }) => canBecome(status, to)).length;
          if (count === 0) return null;
          return (
            <Button
              key={to}
              variant={to === 'CANCELLED' ? 'quiet' : 'primary'}
              disabled={isBusy}
              aria-keyshortcuts={key}
              onClick={() => onStep(to)}
            >
              {to === 'CANCELLED' ? `Cancel ${count} …` : `${label} ${count}`}
            </Button>
          );
        })}
      </div>
      <IconButton label="Choose none" onClick={onClear} className="max-sm:ml-auto">
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </section>
  );
}
