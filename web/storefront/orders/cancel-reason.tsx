import { cancellationMessages } from '#contract/orders/cancellation-messages.ts';
import { t } from '#web/texts/t.ts';

const texts: Record<keyof typeof cancellationMessages, string> = {
  unpaid: t('orders.reasonUnpaid'),
  paymentFailed: t('orders.reasonFailed'),
  noPaymentPage: t('orders.reasonNoPage'),
  wrongAmount: t('orders.reasonAmount'),
  asked: t('orders.reasonAsked'),
  soldOut: t('orders.reasonSoldOut'),
  address: t('orders.reasonAddress'),
  noDelivery: t('orders.reasonDelivery'),
  refused: t('orders.reasonRefused'),
};

/** A message of the server, which is English, in the language of the page. What the staff typed stays as it is. */
export function toReasonText(reason: string): string {
  for (const name of ownKeys(texts)) {
    if (cancellationMessages[name] === reason) return texts[name];
  }
  const [, order] = /^It was paid late and continues as (\S+)\.$/.exec(reason) ?? [];
  return order === undefined ? reason : t('orders.reasonContinues', { order });
}

function ownKeys<Key extends string>(record: Record<Key, unknown>): Key[] {
  const names: Key[] = [];
  for (const name in record) names.push(name);
  return names;
}

/** Why an order was cancelled, for pages that are not in English. */
export default function CancelReason({ reason }: { reason: string }) {
  return toReasonText(reason);
}
