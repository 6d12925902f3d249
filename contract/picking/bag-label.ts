/**
 * The labels of the bags of a packed order as a PDF with a page for each bag, with `?_id=…&paper=…`: for who has packed
 * it, and for those who may contact shoppers. Not a JSON endpoint.
 */
export const bagLabelsPath = '/api/pick/labels';

/** A roll of 80 mm, or A6. */
export const labelPapers = ['RECEIPT', 'A6'] as const;
export type LabelPaper = (typeof labelPapers)[number];

/** What a person who scans the label of an order opens: the order on the pages of the staff. */
export function toLabelUrl(shopUrl: string, orderId: string): string {
  return `${shopUrl}/dashboard/orders?order=${orderId}`;
}
