/**
 * The invoice of an order as a PDF, with `?_id=…`: for its shopper and for admins. `document` chooses another
 * document of the order, `paper` is `A4` or `RECEIPT` for 80 mm. Not a JSON endpoint.
 */
export const invoicePath = '/api/order/invoice';

/** A4, or a roll of 80 mm. */
export const invoicePapers = ['A4', 'RECEIPT'] as const;
export type InvoicePaper = (typeof invoicePapers)[number];
