import { Button } from '#web/ui/button.tsx';
import type { OrderCall } from './order-attempt.ts';
import type { OrderState } from './use-order.ts';

interface PaymentChoiceProps {
  state: OrderState;
  /** Whether the address is seen to which it would go. */
  isReady: boolean;
  onChoose: (call: OrderCall) => void;
}

/** The two ways to pay, and why paying by card could not begin. */
export function PaymentChoice({ state, isReady, onChoose }: PaymentChoiceProps) {
  const busyWith = state.kind === 'busy' || state.kind === 'placed' ? state.call : null;
  return (
    <div className="space-y-3">
      {state.kind === 'refused' && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-sm font-semibold text-danger">
          {state.message}
        </p>
      )}
      <Button
        isWide
        isBusy={busyWith === 'checkoutOrder'}
        disabled={!isReady || busyWith === 'placeCashOrder'}
        onClick={() => onChoose('checkoutOrder')}
      >
        Online Payment
      </Button>
      <Button
        variant="secondary"
        isWide
        isBusy={busyWith === 'placeCashOrder'}
        disabled={!isReady || busyWith === 'checkoutOrder'}
        onClick={() => onChoose('placeCashOrder')}
      >
        Cash on Delivery
      </Button>
    </div>
  );
}
