/** The account that UPI payments go to: an id such as `store@okbank` (VPA), and the name that UPI apps show. */
export interface UpiPayee {
  vpa: string;
  payeeName: string;
}

/** A UPI ID in lower case. */
export const vpaPattern = /^[a-z0-9][a-z0-9._-]{1,254}@[a-z][a-z0-9]{1,63}$/;

/**
 * The reference of an order in a UPI payment: its number without the hyphen, because references are letters and
 * digits.
 */
export function toUpiReference(orderNumber: string): string {
  return orderNumber.replaceAll('-', '');
}

/** The link that opens a UPI app with payee, exact amount and reference filled in; also the content of the QR code. */
export function toUpiUrl(
  { vpa, payeeName }: UpiPayee,
  { orderNumber, amountPaise }: { orderNumber: string; amountPaise: number },
): string {
  const rupees = Math.trunc(amountPaise / 100);
  const parameters = [
    ['pa', vpa],
    ['pn', payeeName],
    ['am', `${rupees}.${String(amountPaise % 100).padStart(2, '0')}`],
    ['cu', 'INR'],
    ['tr', toUpiReference(orderNumber)],
    ['tn', `Order ${orderNumber}`],
  ] as const;
  // Not URLSearchParams, whose `+` UPI apps show as it is. The @ of the id stays, as in the specification of the links.
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value).replace('%40', '@')}`);
  return `upi://pay?${query.join('&')}`;
}
