import { toPaise } from '#contract/base/money.ts';
import { orderAmountDuePaise } from '#contract/ledger/settle-refund.ts';
import type { Order } from './order.ts';

/** How a part of the total of an order is paid. */
export interface PaymentPart {
  method: 'CREDIT' | Order['payment_method'];
  amountPaise: number;
  isPaid: boolean;
  /** Of a UPI payment that the staff have recorded. */
  reference: string | null;
}

/**
 * The parts of the total of an order: what store credit pays first, then what is or was due by another method. At
 * least one, whose amount is 0 when everything is refunded.
 */
export function listPaymentParts(
  order: Pick<
    Order,
    'payment_method' | 'payment_status' | 'collection' | 'totalAmt' | 'creditAmt' | 'creditReturnedAmt'
  >,
): PaymentPart[] {
  const { payment_method, payment_status, collection, totalAmt, creditAmt } = order;
  const duePaise = orderAmountDuePaise(order);
  const creditPaise = toPaise(totalAmt) - duePaise;
  const parts: PaymentPart[] = [];
  const isCreditAlone = creditAmt > 0 && duePaise === 0 && collection === null;
  if (creditPaise > 0 || isCreditAlone)
    parts.push({ method: 'CREDIT', amountPaise: creditPaise, isPaid: true, reference: null });
  if (collection !== null)
    parts.push({
      method: collection.method,
      amountPaise: toPaise(collection.amount),
      isPaid: true,
      reference: collection.reference,
    });
  else if (!isCreditAlone)
    parts.push({
      method: payment_method,
      amountPaise: duePaise,
      isPaid: payment_status === 'PAID',
      reference: null,
    });
  return parts;
}
