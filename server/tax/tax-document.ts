import type { BillLine } from '#contract/cart/bill.ts';
import type { Order } from '#contract/orders/order.ts';
import type { DocumentTitle, TaxDocumentKind } from '#contract/tax/document-number.ts';
import type { TaxLine } from '#contract/tax/tax.ts';
import type * as schema from '#server/database/row-types.ts';

/** A printed line. `gstBasisPoints` and `cessBasisPoints` are 0 where nothing is taxable. */
export interface DocumentLine extends TaxLine {
  name: string;
  /** Missing if it has none; documents of former versions are without. */
  nameHindi?: string;
  unit: string;
  /** `2 of 3 ordered`, `in place of Milk`; missing if the line is as it was ordered. */
  note?: string;
  /** Empty if unknown. */
  hsn: string;
  /** Of a credit note: of the line of the invoice. */
  quantity: number;
  /** Of one piece, before discount. */
  pricePaise: number;
  discountBasisPoints: number;
}

/** What is printed besides the lines, as it was when the document was issued. Empty texts are not printed. */
export interface DocumentContent {
  supplier: {
    name: string;
    address: string;
    phone: string;
    email: string;
    gstin: string;
    stateCode: string;
    fssai: string;
  };
  order: { number: string; createdAt: string };
  /** If it is not that of the kind. */
  title?: DocumentTitle;
  /** How the total came about: discounts and refunds are negative. */
  bill: readonly { name: string; amountPaise: number }[];
  /** Of a credit note. */
  invoice: { number: string; issuedAt: string } | null;
  /** Of a credit note. */
  reason: string;
}

export interface Recipient {
  /** Of the business, otherwise of the shopper. */
  name: string;
  /** Of a registered business. Documents of former versions are without. */
  gstin?: string;
  /** If it is another person; otherwise empty. */
  deliveredTo: string;
  addressLine: string;
  /** May be empty. */
  landmark: string;
  city: string;
  pincode: string;
  state: string;
  country: string;
  mobile: string;
}

/** An invoice, bill of supply or credit note. */
export interface TaxDocument {
  id: string;
  kind: TaxDocumentKind;
  number: string;
  issuedAt: string;
  supplyStateCode: string;
  isInterState: boolean;
  /** The lines and the rounding. */
  totalPaise: number;
  /** Of a credit note: what it takes back of that of the invoice. */
  roundingPaise: number;
  lines: readonly DocumentLine[];
  content: DocumentContent;
  recipient: Recipient;
}

interface InvoicedLine
  extends Pick<
    schema.OrderLine,
    | 'position'
    | 'product_id'
    | 'replaces'
    | 'name'
    | 'name_hindi'
    | 'unit'
    | 'quantity'
    | 'ordered_quantity'
    | 'step_grams'
    | 'price_paise'
    | 'discount_basis_points'
    | 'sale_price_paise'
    | 'hsn'
    | 'gst_basis_points'
    | 'cess_basis_points'
  > {
  is_taken_off: boolean;
}

/** What an invoice is made from. */
export interface InvoicedOrder
  extends Pick<
    schema.CustomerOrder,
    'id' | 'order_number' | 'sub_total_paise' | 'total_paise' | 'created_at'
  > {
  bill: readonly (Pick<BillLine, 'kind' | 'name' | 'shares'> & { amount_paise: number })[];
  delivery_address: Order['delivery_address'];
  shopper_name: string;
  /** It was paid on the page of the sandbox. */
  is_test: boolean;
  lines: readonly InvoicedLine[];
}
