import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gstinCheckCharacter } from '#contract/base/gstin.ts';
import { toPaise } from '#contract/base/money.ts';
import type { RecipientKind } from '#contract/tax/accounting.ts';
import { toDocumentNumber } from '#contract/tax/document-number.ts';
import { addTax, splitTax, type TaxParts } from '#contract/tax/tax.ts';
import { gstr1Schema } from '#tests/fixtures/gstr1-schema.ts';
import { type ReturnHsnRow, type ReturnLine, toGstr1 } from './gstr1.ts';

const gstins = ['27AAPFU0939F1Z', '29AAGCB7383J1Z'].map((first) => first + gstinCheckCharacter(first));
const storeState = '27';

const documentLine = fc.record({
  hsn: fc.constantFrom('0401', '1006', '22021010', ''),
  unitCode: fc.constantFrom('KGS', 'LTR', 'NOS'),
  quantity: fc.integer({ min: 1, max: 50_000 }).map((milli) => milli / 1000),
  gstBasisPoints: fc.constantFrom(0, 500, 1800, 2800, 4000),
  cessBasisPoints: fc.constantFrom(0, 0, 1200),
  paise: fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 90_000_00 })),
});

const supply = fc.record({
  day: fc.integer({ min: 1, max: 30 }),
  stateCode: fc.constantFrom(storeState, storeState, '29', '04', '96'),
  gstin: fc.constantFrom('', '', ...gstins),
  roundingPaise: fc.integer({ min: -50, max: 50 }),
  lines: fc.array(documentLine, { minLength: 1, maxLength: 6 }),
  creditedShare: fc.constantFrom(0, 0, 0.3, 1),
});

interface Issued {
  line: Omit<ReturnLine, 'gstBasisPoints' | keyof TaxParts>;
  lines: (TaxParts & {
    hsn: string;
    unitCode: string;
    quantity: number;
    gstBasisPoints: number;
    cessBasisPoints: number;
  })[];
}

/** The documents of November: an invoice, or a bill of supply, for each supply, and credit notes of some. */
const month = fc.array(supply, { maxLength: 25 }).map((supplies) => {
  const issued: Issued[] = [];
  const counts = new Map<string, number>();
  const numberOf = (kind: 'TAX_INVOICE' | 'BILL_OF_SUPPLY' | 'CREDIT_NOTE') => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return toDocumentNumber(kind, 2026, count);
  };
  for (const { day, stateCode, gstin, roundingPaise, lines, creditedShare } of supplies) {
    const isInterState = stateCode !== storeState;
    const taxLines = (share: number): Issued['lines'] =>
      lines.map(({ paise, quantity, ...line }) => ({
        ...line,
        quantity: share === 1 ? quantity : 0,
        cessBasisPoints: line.gstBasisPoints === 0 ? 0 : line.cessBasisPoints,
        ...splitTax(
          Math.floor(paise * share),
          { ...line, cessBasisPoints: line.gstBasisPoints === 0 ? 0 : line.cessBasisPoints },
          isInterState,
        ),
      }));
    const sumOf = (all: Issued['lines']) => {
      const parts = addTax(all);
      return parts.taxablePaise + parts.cgstPaise + parts.sgstPaise + parts.igstPaise + parts.cessPaise;
    };
    const invoiced = taxLines(1);
    const totalPaise = Math.max(0, sumOf(invoiced) + roundingPaise);
    const isBillOfSupply = invoiced.every(({ gstBasisPoints }) => gstBasisPoints === 0);
    const recipients: RecipientKind =
      stateCode === '96'
        ? 'EXPORT'
        : gstin !== ''
          ? 'B2B'
          : isInterState && totalPaise > 10_000_000
            ? 'B2CL'
            : 'B2CS';
    const line = {
      issuedAt: new Date(Date.UTC(2026, 10, day, 6)),
      recipients,
      gstin,
      stateCode,
      isInterState,
    };
    const number = numberOf(isBillOfSupply ? 'BILL_OF_SUPPLY' : 'TAX_INVOICE');
    issued.push({
      line: { ...line, number, isCreditNote: false, isBillOfSupply, totalPaise },
      lines: invoiced,
    });
    const credited = taxLines(creditedShare);
    if (sumOf(credited) > 0)
      issued.push({
        line: {
          ...line,
          number: numberOf('CREDIT_NOTE'),
          isCreditNote: true,
          isBillOfSupply: false,
          totalPaise: sumOf(credited),
        },
        lines: credited,
      });
  }
  return issued;
});

const toReturnLines = (issued: readonly Issued[]): ReturnLine[] =>
  issued.flatMap(({ line, lines }) =>
    [...Map.groupBy(lines, ({ gstBasisPoints }) => gstBasisPoints)].map(([gstBasisPoints, ofRate]) => ({
      ...line,
      gstBasisPoints,
      ...addTax(ofRate),
    })),
  );

const signed = (sign: number, parts: TaxParts): TaxParts => ({
  taxablePaise: sign * parts.taxablePaise,
  cgstPaise: sign * parts.cgstPaise,
  sgstPaise: sign * parts.sgstPaise,
  igstPaise: sign * parts.igstPaise,
  cessPaise: sign * parts.cessPaise,
});

const toHsnRows = (issued: readonly Issued[]): ReturnHsnRow[] =>
  issued.flatMap(({ line, lines }) =>
    lines.map((each) => ({
      isBusiness: line.recipients === 'B2B',
      hsn: each.hsn,
      unitCode: each.unitCode,
      quantity: (line.isCreditNote ? -1 : 1) * each.quantity,
      gstBasisPoints: each.gstBasisPoints,
      ...signed(line.isCreditNote ? -1 : 1, each),
    })),
  );

interface Amounts {
  txval: number;
  iamt?: number;
  camt?: number;
  samt?: number;
  csamt?: number;
}

function sumOfAmounts(rows: readonly Amounts[]): TaxParts {
  const sum = (of: (row: Amounts) => number | undefined) =>
    rows.reduce((total, row) => total + toPaise(of(row) ?? 0), 0);
  return {
    taxablePaise: sum(({ txval }) => txval),
    cgstPaise: sum(({ camt }) => camt),
    sgstPaise: sum(({ samt }) => samt),
    igstPaise: sum(({ iamt }) => iamt),
    cessPaise: sum(({ csamt }) => csamt),
  };
}

test('whatever is invoiced and refunded in a month, its GSTR-1 is as the GST portal asks, and its tables add up to the documents', () => {
  fc.assert(
    fc.property(month, (issued) => {
      const documents = toReturnLines(issued);
      const hsnRows = toHsnRows(issued);
      const gstr1 = toGstr1({ gstin: gstins[0] ?? '', month: '2026-11' }, documents, hsnRows);
      expect(gstr1Schema.safeParse(gstr1).error).toBeUndefined();

      const invoices = [...gstr1.b2b, ...gstr1.b2cl].flatMap(({ inv }) => inv);
      const notes = [...gstr1.cdnr.flatMap(({ nt }) => nt), ...gstr1.cdnur];
      const itemsOf = (rows: readonly { itms: readonly { itm_det: Amounts }[] }[]) =>
        rows.flatMap(({ itms }) => itms.map(({ itm_det }) => itm_det));
      const exported = gstr1.exp.flatMap(({ inv }) => inv).flatMap(({ itms }) => itms);
      const exempt = gstr1.nil.inv.map(({ expt_amt }) => ({ txval: expt_amt }));
      // An item without a taxable value is left out, with its paisa of cess.
      const listed = documents.filter(
        ({ recipients, gstBasisPoints, taxablePaise }) =>
          taxablePaise > 0 || gstBasisPoints === 0 || recipients === 'B2CS',
      );
      const expected = addTax(listed.map((line) => signed(line.isCreditNote ? -1 : 1, line)));
      const tables = [...itemsOf(invoices), ...exported, ...gstr1.b2cs, ...exempt];
      expect(addTax([sumOfAmounts(tables), signed(-1, sumOfAmounts(itemsOf(notes)))])).toEqual(expected);

      for (const [table, isBusiness] of [
        [gstr1.hsn.hsn_b2b, true],
        [gstr1.hsn.hsn_b2c, false],
      ] as const) {
        const known = hsnRows.filter((row) => row.isBusiness === isBusiness && row.hsn !== '');
        expect(sumOfAmounts(table)).toEqual(addTax(known));
        expect(new Set(table.map(({ hsn_sc, uqc, rt }) => `${hsn_sc} ${uqc} ${rt}`)).size).toBe(table.length);
      }
      const numbers = new Set(documents.map(({ number }) => number));
      expect(
        gstr1.doc_issue.doc_det.flatMap(({ docs }) => docs).reduce((sum, { totnum }) => sum + totnum, 0),
      ).toBe(numbers.size);
    }),
    { numRuns: 500 },
  );
});
