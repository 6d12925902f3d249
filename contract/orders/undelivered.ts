/** Why an order could not be delivered. */
export const undeliveredReasons = ['NOBODY_THERE', 'REFUSED', 'WRONG_ADDRESS', 'DAMAGED'] as const;
export type UndeliveredReason = (typeof undeliveredReasons)[number];

/** For the staff. */
export const undeliveredLabels: Record<UndeliveredReason, string> = {
  NOBODY_THERE: 'No one there',
  REFUSED: 'Refused',
  WRONG_ADDRESS: 'Wrong address',
  DAMAGED: 'Damaged',
};

/** The order is tried again, or comes back to the store and is cancelled. */
export const undeliveredOutcomes = ['RETRY', 'RETURN'] as const;
export type UndeliveredOutcome = (typeof undeliveredOutcomes)[number];

const reasonTexts: Record<UndeliveredReason, string> = {
  NOBODY_THERE: 'No one was there to take your order.',
  REFUSED: 'Your order was refused at the door.',
  WRONG_ADDRESS: 'We could not find your address.',
  DAMAGED: 'Sorry, your order was damaged on the way.',
};

const outcomeTexts: Record<UndeliveredOutcome, string> = {
  RETRY: 'We will try again.',
  RETURN: 'It is back at our store.',
};

/** What the shopper reads, in English. */
export function toUndeliveredText(reason: UndeliveredReason, outcome: UndeliveredOutcome): string {
  return `${reasonTexts[reason]} ${outcomeTexts[outcome]}`;
}
