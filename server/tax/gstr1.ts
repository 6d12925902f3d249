import { toPercent, toRupees } from '#contract/base/money.ts';
import { toShopDate } from '#contract/base/zoned-time.ts';
import type { RecipientKind } from '#contract/tax/accounting.ts';
import { addTax, type TaxParts, toTaxPaise } from '#contract/tax/tax.ts';

/** The lines of one rate of GST of a document. */
export interface ReturnLine extends TaxParts {
  number: string;
  issuedAt: Date;
  isCreditNote: boolean;
  isBillOfSupply: boolean;
  recipients: RecipientKind;
  /** Of the recipient; empty if there is none. */
  gstin: string;
  stateCode: string;
  isInterState: boolean;
  /** Of the whole document. */
  totalPaise: number;
  gstBasisPoints: number;
}

export interface ReturnHsnRow extends TaxParts {
  isBusiness: boolean;
  hsn: string;
  unitCode: string;
  quantity: number;
  gstBasisPoints: number;
}

/** The version of the file format, as the offline tool of the GST portal writes it. */
const version = 'GST3.2.4';

/**
 * GSTR-1 of a month (rule 59 of the CGST Rules) as the file that the GST portal imports. Each supply is in one table:
 * exempt ones in table 8, others by recipient in tables 4 (B2B), 5 (B2CL), 6 (exports) and 7 (B2CS); credit notes in
 * table 9, those of B2CS subtracted in table 7; all by HSN code in table 12, and the series of numbers in table 13.
 * `documents` are ordered by their numbers.
 */
export function toGstr1(
  { gstin, month }: { gstin: string; month: string },
  documents: readonly ReturnLine[],
  hsnRows: readonly ReturnHsnRow[],
) {
  const [year = '', monthNumber = ''] = month.split('-');
  const taxed = documents.filter((line) => line.gstBasisPoints > 0 || line.recipients === 'EXPORT');
  const of = (recipients: RecipientKind, isCreditNote: boolean) =>
    groupBy(
      taxed.filter((line) => line.recipients === recipients && line.isCreditNote === isCreditNote),
      ({ number }) => number,
    ).filter((lines) => toItems(lines).length > 0);
  const stateOf = ([first]: Document) => first.stateCode;
  return {
    gstin,
    fp: `${monthNumber}${year}`,
    version,
    hash: 'hash',
    b2b: groupBy(of('B2B', false), ([first]) => first.gstin).map((ofRecipient) => ({
      ctin: ofRecipient[0][0].gstin,
      inv: ofRecipient.map((lines) => ({
        ...toInvoice(lines),
        pos: stateOf(lines),
        rchrg: 'N',
        inv_typ: 'R',
        itms: toItems(lines),
      })),
    })),
    b2cl: groupBy(of('B2CL', false), stateOf).map((ofState) => ({
      pos: stateOf(ofState[0]),
      inv: ofState.map((lines) => ({ ...toInvoice(lines), itms: toItems(lines) })),
    })),
    b2cs: toConsumerRows(taxed.filter(({ recipients }) => recipients === 'B2CS')),
    exp: groupBy(of('EXPORT', false), toExportType).map((ofType) => ({
      exp_typ: toExportType(ofType[0]),
      inv: ofType.map((lines) => ({
        ...toInvoice(lines),
        itms: toItems(lines).map(({ itm_det: { camt: _camt, samt: _samt, ...item } }) => item),
      })),
    })),
    cdnr: groupBy(of('B2B', true), ([first]) => first.gstin).map((ofRecipient) => ({
      ctin: ofRecipient[0][0].gstin,
      nt: ofRecipient.map((lines) => ({
        ...toNote(lines),
        pos: stateOf(lines),
        rchrg: 'N',
        inv_typ: 'R',
        itms: toItems(lines),
      })),
    })),
    cdnur: [
      ...of('B2CL', true).map((lines) => ({
        typ: 'B2CL',
        ...toNote(lines),
        pos: stateOf(lines),
        itms: toItems(lines),
      })),
      ...of('EXPORT', true).map((lines) => ({
        typ: toExportType(lines) === 'WPAY' ? 'EXPWP' : 'EXPWOP',
        ...toNote(lines),
        itms: toItems(lines),
      })),
    ],
    nil: { inv: toExemptRows(documents.filter((line) => !taxed.includes(line))) },
    hsn: {
      hsn_b2b: toHsnTable(hsnRows.filter(({ isBusiness }) => isBusiness)),
      hsn_b2c: toHsnTable(hsnRows.filter(({ isBusiness }) => !isBusiness)),
    },
    doc_issue: { doc_det: toSeries(documents) },
  };
}

/** The lines of one document by rate. */
type Document = [ReturnLine, ...ReturnLine[]];

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): [Row, ...Row[]][] {
  return [...Map.groupBy(rows, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others]],
  );
}

/** As `24-11-2026`. */
function toReturnDate(at: Date): string {
  return toShopDate(at).split('-').toReversed().join('-');
}

function toInvoice([{ number, issuedAt, totalPaise }]: Document) {
  return { inum: number, idt: toReturnDate(issuedAt), val: toRupees(totalPaise) };
}

function toNote([{ number, issuedAt, totalPaise }]: Document) {
  return { ntty: 'C', nt_num: number, nt_dt: toReturnDate(issuedAt), val: toRupees(totalPaise) };
}

/** The portal refuses an item without a taxable value. */
function toItems(lines: readonly ReturnLine[]) {
  return lines
    .filter(({ taxablePaise }) => taxablePaise > 0)
    .map((line, index) => ({
      num: index + 1,
      itm_det: { txval: toRupees(line.taxablePaise), rt: toPercent(line.gstBasisPoints), ...toTaxes(line) },
    }));
}

function toTaxes({ isInterState, ...line }: TaxParts & { isInterState: boolean }) {
  const csamt = toRupees(line.cessPaise);
  return isInterState
    ? { iamt: toRupees(line.igstPaise), csamt }
    : { camt: toRupees(line.cgstPaise), samt: toRupees(line.sgstPaise), csamt };
}

/** Exports with payment of IGST, or without, if nothing in the invoice is taxed. */
function toExportType(lines: readonly ReturnLine[]): 'WPAY' | 'WOPAY' {
  return lines.some((line) => toTaxPaise(line) > 0) ? 'WPAY' : 'WOPAY';
}

/** A credit note as a negative amount. */
function toSigned(line: ReturnLine): TaxParts {
  const sign = line.isCreditNote ? -1 : 1;
  return {
    taxablePaise: sign * line.taxablePaise,
    cgstPaise: sign * line.cgstPaise,
    sgstPaise: sign * line.sgstPaise,
    igstPaise: sign * line.igstPaise,
    cessPaise: sign * line.cessPaise,
  };
}

/** Table 7: by place of supply and rate. */
function toConsumerRows(lines: readonly ReturnLine[]) {
  const groups = groupBy(lines, (line) => `${line.stateCode} ${line.isInterState} ${line.gstBasisPoints}`);
  return groups.flatMap((group) => {
    const [{ stateCode, isInterState, gstBasisPoints }] = group;
    const parts = addTax(group.map(toSigned));
    if (parts.taxablePaise === 0 && toTaxPaise(parts) === 0) return [];
    return {
      sply_ty: isInterState ? 'INTER' : 'INTRA',
      pos: stateCode,
      typ: 'OE',
      rt: toPercent(gstBasisPoints),
      txval: toRupees(parts.taxablePaise),
      ...toTaxes({ ...parts, isInterState }),
    };
  });
}

/** Table 8. Food without tax is exempt by Notification 2/2017 (Central Tax, Rate), not nil-rated. */
function toExemptRows(lines: readonly ReturnLine[]) {
  const supplyOf = ({ isInterState, recipients }: ReturnLine) =>
    `${isInterState ? 'INTR' : 'INTRA'}${recipients === 'B2B' ? 'B2B' : 'B2C'}`;
  return groupBy(lines, supplyOf).flatMap((group) => {
    const { taxablePaise } = addTax(group.map(toSigned));
    if (taxablePaise === 0) return [];
    return { sply_ty: supplyOf(group[0]), expt_amt: toRupees(taxablePaise), nil_amt: 0, ngsup_amt: 0 };
  });
}

/**
 * Table 12, which is split since May 2025: by HSN code, unit and rate, whatever the cess. Products without a code are
 * not in it: their suppliers may leave them out for consumers (Notification 78/2020, Central Tax), and a business
 * needs the code.
 */
function toHsnTable(rows: readonly ReturnHsnRow[]) {
  const known = rows.filter(({ hsn }) => hsn !== '');
  return groupBy(known, ({ hsn, unitCode, gstBasisPoints }) => `${hsn} ${unitCode} ${gstBasisPoints}`).map(
    (group, index) => {
      const [{ hsn, unitCode, gstBasisPoints }] = group;
      const parts = addTax(group);
      const quantity = group.reduce((sum, row) => sum + row.quantity, 0);
      return {
        num: index + 1,
        hsn_sc: hsn,
        uqc: unitCode,
        // The portal takes two decimals.
        qty: Math.round(quantity * 100) / 100,
        rt: toPercent(gstBasisPoints),
        txval: toRupees(parts.taxablePaise),
        iamt: toRupees(parts.igstPaise),
        camt: toRupees(parts.cgstPaise),
        samt: toRupees(parts.sgstPaise),
        csamt: toRupees(parts.cessPaise),
      };
    },
  );
}

/** Table 13. The series have no gaps, and no document is cancelled. */
function toSeries(documents: readonly ReturnLine[]) {
  const kinds = [
    { doc_num: 1, doc_typ: 'Invoices for outward supply', isCreditNote: false },
    { doc_num: 5, doc_typ: 'Credit Note', isCreditNote: true },
  ];
  return kinds.flatMap(({ isCreditNote, ...kind }) => {
    const ofKind = documents.filter((line) => line.isCreditNote === isCreditNote);
    const docs = groupBy(ofKind, ({ isBillOfSupply }) => String(isBillOfSupply)).map((series, index) => {
      const numbers = [...new Set(series.map(({ number }) => number))];
      return {
        num: index + 1,
        from: series[0].number,
        to: numbers.at(-1) ?? series[0].number,
        totnum: numbers.length,
        cancel: 0,
        net_issue: numbers.length,
      };
    });
    return docs.length === 0 ? [] : [{ ...kind, docs }];
  });
}
