import { toShopDate } from '#contract/base/zoned-time.ts';

/** Kinds of documents. Each has a series of numbers for each financial year. */
export const taxDocumentKinds = ['TAX_INVOICE', 'BILL_OF_SUPPLY', 'CREDIT_NOTE'] as const;
export type TaxDocumentKind = (typeof taxDocumentKinds)[number];

/** The series of numbers: one of each kind, and one for the documents of test payments, whatever their kind. */
export type TaxDocumentSeries = TaxDocumentKind | 'TEST';

/**
 * What is printed above a document: a tax invoice to an unregistered recipient of which some lines are exempt is
 * titled by rule 46A of the CGST Rules.
 */
export const documentTitles = [...taxDocumentKinds, 'INVOICE_CUM_BILL_OF_SUPPLY'] as const;
export type DocumentTitle = (typeof documentTitles)[number];

export const documentTitleTexts: Record<DocumentTitle, string> = {
  TAX_INVOICE: 'Tax invoice',
  INVOICE_CUM_BILL_OF_SUPPLY: 'Invoice-cum-bill of supply',
  BILL_OF_SUPPLY: 'Bill of supply',
  CREDIT_NOTE: 'Credit note',
};

const prefixes: Record<TaxDocumentSeries, string> = {
  TAX_INVOICE: 'INV',
  BILL_OF_SUPPLY: 'BOS',
  CREDIT_NOTE: 'CRN',
  TEST: 'TEST',
};

/** The year in which the financial year of a time begins: it is from April to March in the time of India. */
export function toFinancialYear(at: Date): number {
  const date = toShopDate(at);
  const year = Number(date.slice(0, 4));
  return date.slice(5, 7) < '04' ? year - 1 : year;
}

const mostCharacters = 16;

/**
 * A number such as `INV-2627-000001`, of letters, digits and dashes: at most 16 characters, as rule 46 of the CGST
 * Rules asks.
 */
export function toDocumentNumber(series: TaxDocumentSeries, financialYear: number, count: number): string {
  const years = [financialYear, financialYear + 1].map((year) => String(year % 100).padStart(2, '0'));
  const number = `${prefixes[series]}-${years.join('')}-${String(count).padStart(6, '0')}`;
  if (number.length > mostCharacters) throw new RangeError('The series of this financial year is full.');
  return number;
}
