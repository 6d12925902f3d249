/** Invoices and credit notes of orders. */
export const invoices = {
  title: { en: 'Invoice and tax', hi: 'बिल और टैक्स' },
  includesTax: { en: 'The total includes {amount} GST.', hi: 'कुल रकम में {amount} GST शामिल है।' },
  taxInvoice: { en: 'Tax invoice', hi: 'टैक्स इनवॉइस' },
  invoiceCumBillOfSupply: { en: 'Invoice-cum-bill of supply', hi: 'इनवॉइस और सप्लाई का बिल' },
  billOfSupply: { en: 'Bill of supply', hi: 'सप्लाई का बिल' },
  creditNote: { en: 'Credit note', hi: 'क्रेडिट नोट' },
  download: { en: 'Download {number} for {paper}', hi: '{number} {paper} के लिए डाउनलोड करें' },
  a4: { en: 'A4', hi: 'A4' },
  receipt: { en: '80 mm', hi: '80 मिमी' },
} as const;
