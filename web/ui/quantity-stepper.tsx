import { Minus, Plus } from 'lucide-react';

interface QuantityStepperProps {
  quantity: number;
  /** No more than this. */
  maximum: number;
  /** What is counted, for those who do not see it. */
  label: string;
  onIncrement: () => void;
  onDecrement: () => void;
}

/** − n +, as wide as the ADD button it takes the place of. */
export function QuantityStepper({
  quantity,
  maximum,
  label,
  onIncrement,
  onDecrement,
}: QuantityStepperProps) {
  const part = 'flex h-full w-8 flex-none items-center justify-center disabled:opacity-40';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and its own box
    <span
      role="group"
      aria-label={label}
      className="inline-flex h-9 w-24 items-center justify-between rounded-md bg-leaf font-bold text-on-leaf tabular-nums pointer-coarse:h-11"
    >
      <button type="button" className={part} onClick={onDecrement} aria-label={`One less of ${label}`}>
        <Minus aria-hidden="true" className="size-4" />
      </button>
      <span aria-live="polite">{quantity}</span>
      <button
        type="button"
        className={part}
        onClick={onIncrement}
        disabled={quantity >= maximum}
        aria-label={`One more of ${label}`}
      >
        <Plus aria-hidden="true" className="size-4" />
      </button>
    </span>
  );
}
