import { toPaise } from '#contract/base/money.ts';

/** The total of an order, and what store credit paid of it and got back, in paise. */
interface TotalAndCredit {
  totalPaise: number;
  creditPaise: number;
  creditReturnedPaise: number;
}

/** The money of an order, in paise. */
export interface OrderMoney extends TotalAndCredit {
  isCancelled: boolean;
  /** By card, in cash or by UPI. */
  paidPaise: number;
  /** Of that: refunded, or being refunded. */
  refundedPaise: number;
}

/** What store credit does not pay of the total of an order; what it paid beyond the total is negative. */
export function toAmountDue({ totalPaise, creditPaise, creditReturnedPaise }: TotalAndCredit): number {
  return totalPaise - (creditPaise - creditReturnedPaise);
}

/** `toAmountDue` of an order of the API, which is in rupees. */
export function orderAmountDuePaise(order: {
  totalAmt: number;
  creditAmt: number;
  creditReturnedAmt: number;
}): number {
  return toAmountDue({
    totalPaise: toPaise(order.totalAmt),
    creditPaise: toPaise(order.creditAmt),
    creditReturnedPaise: toPaise(order.creditReturnedAmt),
  });
}

/**
 * What was paid beyond what the order charges, and is neither refunded nor being refunded, in paise; negative while
 * less is paid. A cancelled order charges nothing. The generated columns `amount_due_paise` and `refund_due_paise` of
 * customer_order are the same.
 */
export function toRefundDue(order: OrderMoney): number {
  return order.paidPaise - order.refundedPaise - (order.isCancelled ? 0 : toAmountDue(order));
}

export interface RefundInput extends OrderMoney {
  /** The sum of a refund by item, which leaves what was due before it; null: all that is due. */
  itemsRefundPaise: number | null;
  /** Only such a payment can be refunded at once; others are due until staff record that they paid them back. */
  isPaidByCard: boolean;
  to: 'SOURCE' | 'CREDIT';
}

/** What a refund does, in paise; no amount is negative. */
export interface RefundSettlement {
  /** Used store credit that the total no longer needs. It goes back first. */
  creditReturnedPaise: number;
  cardRefundPaise: number;
  /** As new store credit. */
  creditRefundPaise: number;
  /** Still due afterwards. */
  leftDuePaise: number;
}

/** Settles an order whose total was reduced, or which was cancelled. */
export function settleRefund(order: RefundInput): RefundSettlement {
  const usedPaise = order.creditPaise - order.creditReturnedPaise;
  const neededPaise = order.isCancelled ? 0 : Math.min(usedPaise, order.totalPaise);
  const creditReturnedPaise = usedPaise - neededPaise;
  const duePaise = Math.max(
    0,
    toRefundDue({ ...order, creditReturnedPaise: order.creditReturnedPaise + creditReturnedPaise }),
  );
  const refundedPaise =
    order.itemsRefundPaise === null
      ? duePaise
      : Math.max(0, Math.min(duePaise, order.itemsRefundPaise - creditReturnedPaise));
  const creditRefundPaise = order.to === 'CREDIT' ? refundedPaise : 0;
  const cardRefundPaise = order.to === 'SOURCE' && order.isPaidByCard ? refundedPaise : 0;
  return {
    creditReturnedPaise,
    cardRefundPaise,
    creditRefundPaise,
    leftDuePaise: duePaise - creditRefundPaise - cardRefundPaise,
  };
}
