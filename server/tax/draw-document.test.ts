import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { formatPaise } from '#contract/base/money.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { type TaxedItem, toCreditLines, toTaxLines } from '#contract/tax/tax.ts';
import { plainImage, readPdfPages } from '#tests/fixtures/files.ts';
import { deliveredOrder } from '#tests/fixtures/orders.ts';
import { drawDocument } from './draw-document.ts';
import type { DocumentLook } from './pdf-table.ts';
import type { DocumentLine, TaxDocument } from './tax-document.ts';

const goods = [
  { name: 'Butter', unit: '500 g', hsn: '0405', quantity: 2, pricePaise: 10_500, gst: 500, cess: 0 },
  { name: 'Cola', unit: '1 l', hsn: '2202', quantity: 1, pricePaise: 14_000, gst: 2800, cess: 1200 },
  { name: 'मसाला', unit: '1 kg', hsn: '', quantity: 3, pricePaise: 3333, gst: 0, cess: 0 },
];

function toLines(isInterState: boolean, given: typeof goods = goods, chargesPaise = 3000): DocumentLine[] {
  const items = given.map(
    ({ gst, cess, quantity, pricePaise }, position): TaxedItem => ({
      ...{ position, productId: `p${position}`, quantity, isTakenOff: false },
      ...{ pricePaise: pricePaise * quantity, gstBasisPoints: gst, cessBasisPoints: cess },
    }),
  );
  const itemsPaise = items.reduce((sum, { pricePaise }) => sum + pricePaise, 0);
  const bill = [
    { kind: 'ITEMS' as const, amountPaise: itemsPaise },
    { kind: 'DELIVERY' as const, amountPaise: chargesPaise },
  ];
  return toTaxLines(bill, items, isInterState).map((line, index) => {
    const { gst: _gst, cess: _cess, ...printed } = given[index] ?? goods[0] ?? { gst: 0, cess: 0 };
    return {
      name: '',
      unit: '',
      hsn: '',
      quantity: 1,
      pricePaise: 0,
      discountBasisPoints: 0,
      ...printed,
      ...line,
    };
  });
}

function toInvoice(lines: DocumentLine[], given: Partial<TaxDocument> = {}): TaxDocument {
  const totalPaise = lines.reduce((sum, line) => sum + line.totalPaise, 0);
  return {
    ...{ id: 'd1', kind: 'TAX_INVOICE', number: 'INV-2627-000042', issuedAt: '2026-11-21T19:30:00.000Z' },
    ...{ supplyStateCode: '27', isInterState: false, totalPaise, roundingPaise: 0, lines },
    content: {
      supplier: {
        ...{
          name: 'Tokri',
          address: '1 Market Street, Pune 411001',
          phone: '9876543210',
          email: 'hello@shop.example',
        },
        ...{ gstin: '27AAPFU0939F1ZV', stateCode: '27', fssai: '11522998000123' },
      },
      order: { number: 'ORD-7K3M9Q2X', createdAt: '2026-11-20T10:00:00.000Z' },
      bill: [
        { name: 'Sub-total', amountPaise: totalPaise - 3000 },
        { name: 'Delivery Charge', amountPaise: 3000 },
      ],
      ...{ invoice: null, reason: '' },
    },
    recipient: {
      ...{ name: 'आशा राव', deliveredTo: 'Ravi Kumar', addressLine: '12 Lake Road', landmark: 'Blue gate' },
      ...{ city: 'Pune', pincode: '411001', state: 'Maharashtra', country: 'India', mobile: '9876543210' },
    },
    ...given,
  };
}

async function read(document: TaxDocument, paper: 'A4' | 'RECEIPT', given: Partial<StaffOrder> = {}) {
  const pages = readPdfPages(await drawDocument(document, { paper, order: { ...deliveredOrder, ...given } }));
  // The reader breaks lines where the font changes, and where a text is wrapped.
  return { count: pages.length, text: pages.join('').replaceAll(/\s/g, '') };
}

const expectAll = (text: string, ...parts: string[]) => {
  for (const part of parts) expect(text).toContain(part.replaceAll(/\s/g, ''));
};

describe.each(['A4', 'RECEIPT'] as const)('on %s', (paper) => {
  test.each([
    [-37, '–₹0.37'],
    [12, '₹0.12'],
  ])(
    'a rounding of %i paise is printed after the tax, and the total is what is paid',
    async (roundingPaise, printed) => {
      const exact = toInvoice(toLines(false));
      const totalPaise = exact.totalPaise + roundingPaise;
      const { text } = await read({ ...exact, roundingPaise, totalPaise }, paper);
      expectAll(text, `Total before rounding, tax included${formatPaise(exact.totalPaise)}Taxable value`);
      expectAll(text, `Rounding${printed}Total${formatPaise(totalPaise)}`);
      expect(text.indexOf('CGST')).toBeLessThan(text.lastIndexOf('Rounding'));
    },
  );

  test('an invoice has what rule 46 asks for', async () => {
    const invoice = toInvoice(toLines(false));
    const { count, text } = await read(invoice, paper);
    expect(count).toBe(1);
    expectAll(text, 'Tax invoice', 'Number INV-2627-000042', 'Date 22 November 2026', 'Tokri');
    expectAll(text, '1 Market Street, Pune 411001', 'GSTIN 27AAPFU0939F1ZV', 'FSSAI 11522998000123');
    expectAll(
      text,
      'Order ORD-7K3M9Q2X of 20 November 2026',
      'Paid by card',
      'आशा राव',
      'Delivered to Ravi Kumar',
    );
    expectAll(text, '12 Lake Road, Blue gate, Pune 411001, Maharashtra, India');
    expectAll(
      text,
      'Place of supply: Maharashtra (27)',
      'reverse charge: No',
      'For Tokri',
      'needs no signature',
    );
    expectAll(text, 'Butter, 500 g', '0405', '2202', '5%', '28% + 12%', 'Delivery Charge₹30');
    for (const { totalPaise } of invoice.lines) expectAll(text, formatPaise(totalPaise));
    expectAll(
      text,
      `Total, tax included${formatPaise(invoice.totalPaise)}`,
      'Taxable value',
      'CGST 2.5%₹5.33',
      'SGST 2.5%₹5.33',
      'CGST 14%',
      'SGST 14%',
      'Cess 12%',
    );
    expectAll(text, 'Rupees Four Hundred Seventy-Nine and Ninety-Nine Paise Only');
    expect(text).not.toContain('IGST');
  });

  test('products are named in English and Hindi, and once in a document without a Hindi name', async () => {
    const [butter, ...others] = toLines(false);
    if (butter === undefined) throw new Error('There is no line.');
    const { text } = await read(toInvoice([{ ...butter, nameHindi: 'मक्खन' }, ...others]), paper);
    expectAll(text, 'Butter / मक्खन, 500 g', 'Cola, 1 l');
    expect(text).not.toContain('undefined');
  });

  test('a business is named as the recipient with its GSTIN and state, also on a credit note', async () => {
    const invoice = toInvoice(toLines(false));
    const recipient = { ...invoice.recipient, name: 'Spice Route Kitchens', gstin: '29AAGCB7383J1Z4' };
    for (const kind of ['TAX_INVOICE', 'CREDIT_NOTE'] as const) {
      const { text } = await read({ ...invoice, kind, recipient }, paper);
      expectAll(text, 'Spice Route Kitchens', 'GSTIN 29AAGCB7383J1Z4', 'State: Karnataka (29)');
      expectAll(text, 'Place of supply: Maharashtra (27)');
    }
  });

  test('a supply to another state has IGST, and one to a union territory UTGST', async () => {
    const inter = await read(toInvoice(toLines(true), { isInterState: true, supplyStateCode: '29' }), paper);
    expectAll(inter.text, 'IGST 5%', 'IGST 28%', 'Place of supply: Karnataka (29)');
    expect(inter.text).not.toContain('CGST');
    const union = await read(toInvoice(toLines(false), { supplyStateCode: '04' }), paper);
    expectAll(union.text, 'UTGST 2.5%');
  });

  test('an invoice with exempt items is an invoice-cum-bill of supply, whose taxable value has the taxed items only', async () => {
    const invoice = toInvoice(toLines(false));
    const title = 'INVOICE_CUM_BILL_OF_SUPPLY';
    const { text } = await read({ ...invoice, content: { ...invoice.content, title } }, paper);
    const sumOf = (isTaxed: boolean) =>
      invoice.lines
        .filter(({ gstBasisPoints }) => gstBasisPoints > 0 === isTaxed)
        .reduce((sum, { taxablePaise }) => sum + taxablePaise, 0);
    expectAll(text, 'Invoice-cum-bill of supply', 'computer-generated invoice-cum-bill of supply');
    expectAll(text, `Taxable value${formatPaise(sumOf(true))}`, `Exempt value${formatPaise(sumOf(false))}`);
    expect(text).not.toContain('Taxinvoice');
  });

  test('a bill of supply has no tax', async () => {
    const lines = toLines(
      false,
      goods.map((each) => ({ ...each, gst: 0, cess: 0 })),
    );
    const { text } = await read(
      toInvoice(lines, { kind: 'BILL_OF_SUPPLY', number: 'BOS-2627-000001' }),
      paper,
    );
    expectAll(text, 'Bill of supply', 'BOS-2627-000001', 'No tax is charged on this supply.');
    for (const part of ['CGST', 'Taxable', 'GST5%']) expect(text).not.toContain(part);
  });

  test('a credit note names its invoice, the reason and what is refunded', async () => {
    const lines = toLines(false);
    const refund = { lines: [{ position: 0, amountPaise: 10_500 }], chargesPaise: 0 };
    const [line] = toCreditLines(lines, [], refund, false);
    const [invoiced] = lines;
    if (line === undefined || invoiced === undefined) throw new Error('There is no line.');
    const invoice = toInvoice(lines);
    const note: TaxDocument = {
      ...{ ...invoice, kind: 'CREDIT_NOTE', number: 'CRN-2627-000007', totalPaise: line.totalPaise },
      lines: [{ ...invoiced, ...line }],
      content: {
        ...{ ...invoice.content, reason: 'It was torn.', bill: [{ name: 'Butter', amountPaise: 10_500 }] },
        invoice: { number: invoice.number, issuedAt: invoice.issuedAt },
      },
    };
    const { text } = await read(note, paper);
    expectAll(text, 'Credit note', 'CRN-2627-000007', 'For INV-2627-000042 of 22 November 2026');
    expectAll(
      text,
      'Reason: It was torn.',
      '₹105',
      'Taxable value₹100',
      'CGST 2.5%₹2.50',
      'Rupees One Hundred Five Only',
    );
    expect(text).not.toContain('Cola');
    expect(text).not.toContain('Paid by card');
  });

  test('a payment is as it is now, and one of the sandbox was a test', async () => {
    const invoice = toInvoice(toLines(false));
    const collection = {
      _id: 'p',
      method: 'CASH' as const,
      amount: 1,
      reference: null,
      at: '',
      by: null,
      note: null,
    };
    expectAll((await read(invoice, paper, { collection })).text, 'Paid in cash');
    const credited = {
      totalAmt: 150,
      creditAmt: 50,
      payment_method: 'CASH',
      payment_status: 'CASH ON DELIVERY',
    } as const;
    const both = (await read(invoice, paper, credited)).text;
    expectAll(both, 'Paid with store credit: ₹50', 'Cash on delivery: ₹100');
    const alone = (await read(invoice, paper, { ...credited, creditAmt: 150 })).text;
    expectAll(alone, 'Paid with store credit');
    expect(alone).not.toContain('Cashondelivery');
    expectAll((await read(invoice, paper, { isTestPayment: true })).text, 'Test payment: no money was paid');
  });

  test('200 lines with long names are all drawn, on numbered pages or one strip', async () => {
    const [first] = goods;
    if (first === undefined) throw new Error('There are no goods.');
    const many = Array.from({ length: 200 }, (_, at) => ({ ...first, name: `Item ${at} ${'W'.repeat(60)}` }));
    const { count, text } = await read(toInvoice(toLines(false, many)), paper);
    for (const { name } of many) expectAll(text, name);
    if (paper === 'A4') expectAll(text, `Page ${count} of ${count}`);
    else expect(count).toBe(1);
  });
});

test('an account that is deleted is printed by its state only', async () => {
  const invoice = toInvoice(toLines(false));
  const bare = {
    name: '',
    deliveredTo: '',
    addressLine: '',
    landmark: '',
    city: '',
    pincode: '',
    mobile: '',
  };
  const { text } = await read({ ...invoice, recipient: { ...invoice.recipient, ...bare } }, 'A4');
  expectAll(text, 'Maharashtra, India', 'Place of supply');
  for (const part of ['Mobile', 'Deliveredto', '411001,Maharashtra']) expect(text).not.toContain(part);
});

describe.each(['A4', 'RECEIPT'] as const)('with the look of the store on %s', (paper) => {
  const draw = async (document: TaxDocument, look?: DocumentLook) =>
    (await drawDocument(document, { paper, order: deliveredOrder, ...(look && { look }) })).toString(
      'latin1',
    );
  const imagesOf = (pdf: string) => [
    ...pdf.matchAll(/\/Subtype \/Image\n\/Width (\d+)\n\/Height (\d+)|\/Subtype \/Image/g),
  ];

  test('invoice and credit note have the logo once, and are the same each time', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const logo = await plainImage(480, 80).png().toBuffer();
    for (const document of [
      toInvoice(toLines(false)),
      { ...toInvoice(toLines(false)), kind: 'CREDIT_NOTE' as const },
    ]) {
      const pdf = await draw(document, { logo, colour: '#826a0b' });
      expect(imagesOf(pdf)).toHaveLength(1);
      expect(await draw(document, { logo, colour: '#826a0b' })).toBe(pdf);
      expect(imagesOf(await draw(document))).toHaveLength(0);
      expect(await draw(document, {})).toBe(await draw(document));
    }
  });

  test('a logo that is very tall or very wide leaves all text on the paper', async () => {
    for (const [width, height] of [
      [480, 2],
      [3, 160],
    ] as const) {
      const logo = await plainImage(width, height).png().toBuffer();
      const pdf = await drawDocument(toInvoice(toLines(false)), {
        paper,
        order: deliveredOrder,
        look: { logo },
      });
      expect(readPdfPages(pdf)).toHaveLength(1);
      expect(readPdfPages(pdf).join('')).toContain('Butter');
    }
  });
});
