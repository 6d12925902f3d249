import { formatPaise, toPaise } from '#contract/base/money.ts';
import { toSlotText } from '#contract/delivery/slot-text.ts';
import type { UndeliveredReason } from '#contract/orders/undelivered.ts';
import type { Delivery } from '#contract/riders/delivery.ts';
import { languageTag, t } from '#web/texts/t.ts';

/** Why an order could not be delivered, in the language of the page. */
export const reasonTexts: Record<UndeliveredReason, string> = {
  NOBODY_THERE: t('riders.reasonNobody'),
  REFUSED: t('riders.reasonRefused'),
  WRONG_ADDRESS: t('riders.reasonAddress'),
  DAMAGED: t('riders.reasonDamaged'),
};

/** Formats rupees as `₹1,234`. */
export const inRupees = (amount: number) => formatPaise(toPaise(amount));

/** What is collected at the door. */
export function toDueText({ dueAmt }: Pick<Delivery, 'dueAmt'>): string {
  return dueAmt > 0 ? t('riders.collect', { amount: inRupees(dueAmt) }) : t('riders.paid');
}

/** The window that the shopper chose, such as `tomorrow, 6:00 – 7:00 pm`; empty without one. */
export function toWindowText({ slot }: Pick<Delivery, 'slot'>, now: number): string {
  return slot === null ? '' : toSlotText(slot, languageTag, now);
}
