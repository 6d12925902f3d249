import { Banknote, CreditCard, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PaymentMethod } from '#contract/orders/order.ts';
import { readStored, writeStored } from '#web/base/storage.ts';
import { t } from '#web/texts/t.ts';
import type { OrderCall } from './order-attempt.ts';

const iconClass = 'size-5 flex-none text-ink-soft';
const looks: Record<OrderCall, { name: string; hint: string; icon: ReactNode }> = {
  checkoutOrder: {
    name: t('checkout.onlinePayment'),
    hint: t('checkout.onlineHint'),
    icon: <CreditCard aria-hidden="true" className={iconClass} />,
  },
  placeUpiOrder: {
    name: t('checkout.upi'),
    hint: t('checkout.upiHint'),
    icon: <Smartphone aria-hidden="true" className={iconClass} />,
  },
  placeCashOrder: {
    name: t('checkout.cash'),
    hint: t('checkout.cashHint'),
    icon: <Banknote aria-hidden="true" className={iconClass} />,
  },
};
const lastMethodKey = 'tokri.payment-method';

/** The API call of each payment method. */
export const callOfMethod = {
  CARD: 'checkoutOrder',
  UPI: 'placeUpiOrder',
  CASH: 'placeCashOrder',
} satisfies Record<PaymentMethod, OrderCall>;

/** The payment method of the last order in this browser if the shop takes it, else the first that it takes. */
export function preferredMethod(methods: readonly OrderCall[]): OrderCall {
  const last = readStored(lastMethodKey);
  return methods.find((method) => method === last) ?? methods[0] ?? 'placeCashOrder';
}

export function rememberMethod(call: OrderCall): void {
  writeStored(lastMethodKey, call);
}

interface PaymentChoiceProps {
  methods: readonly OrderCall[];
  method: OrderCall;
  isDisabled: boolean;
  onChoose: (method: OrderCall) => void;
}

/** The payment methods. A choice orders nothing. */
export function PaymentChoice({ methods, method, isDisabled, onChoose }: PaymentChoiceProps) {
  return (
    <fieldset disabled={isDisabled}>
      <legend className="mb-1.5 font-display text-lg font-bold">{t('checkout.payment')}</legend>
      <div className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {methods.map((each) => (
          <label
            key={each}
            className="flex min-h-13 cursor-pointer items-center gap-3 px-4 py-1 has-checked:bg-leaf-soft"
          >
            <input
              type="radio"
              name="payment-method"
              value={each}
              checked={each === method}
              onChange={() => onChoose(each)}
              className="size-5 flex-none accent-leaf"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{looks[each].name}</span>
              <span className="block text-sm text-ink-soft">{looks[each].hint}</span>
            </span>
            {looks[each].icon}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
