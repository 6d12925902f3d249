/** Where the invoice of an order is: `?_id=…`, a PDF, for its shopper and for admins. */
export const invoicePath = '/api/order/invoice';
