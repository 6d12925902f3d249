/** What a shopper reads about an order that the shop has cancelled; translated by the storefront. */
export const cancellationMessages = {
  unpaid: 'It was not paid in time.',
  paymentFailed: 'The payment failed.',
  noPaymentPage: 'The payment page could not be opened.',
  wrongAmount: 'Another amount was paid than requested.',
  asked: 'It is cancelled, as you asked us.',
  soldOut: 'Sorry, what you ordered is sold out.',
  address: 'Sorry, we cannot reach your address.',
  noDelivery: 'Sorry, no one can deliver your order right now.',
  refused: 'Sorry, we cannot deliver this order.',
} as const;

/** Frequent reasons of a cancellation by the staff, each with what the shopper is told. */
export const staffCancellations: Readonly<Record<string, string>> = {
  'Requested by the shopper': cancellationMessages.asked,
  'Out of stock': cancellationMessages.soldOut,
  'Address not reachable': cancellationMessages.address,
  'No delivery staff available': cancellationMessages.noDelivery,
  'Suspected fraud': cancellationMessages.refused,
};
