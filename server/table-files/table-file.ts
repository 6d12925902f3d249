import { stringify } from 'csv-stringify/sync';
import { strToU8, zipSync } from 'fflate';
import { escapeFormula } from './formula.ts';

/** A cell is a number or a text. Amounts are rupees. */
export interface Table {
  columns: readonly { title: string; kind: 'text' | 'amount' | 'number'; width: number }[];
  rows: readonly (readonly (string | number)[])[];
}

/** UTF-8 with a byte order mark, by which Excel detects it. Texts are quoted and never run as formulas; numbers are numbers. */
export function toCsv({ columns, rows }: Table): Buffer {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell)));
  const titles = columns.map(({ title }) => title);
  return Buffer.from(
    stringify([titles, ...cells], {
      ...{ record_delimiter: '\r\n', bom: true, quoted_string: true, quoted_empty: true },
    }),
  );
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const documentRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

// The parts of a workbook of one sheet (ECMA-376) that are the same in each.
const fixedParts = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheetType}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${documentRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${documentRelations}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${documentRelations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${documentRelations}/styles" Target="styles.xml"/></Relationships>`,
  // The formats of `styles`, by their place; 4 is `#,##0.00`.
  'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="4" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};
const styles = { plain: 0, bold: 1, amount: 2 } as const;

/** A workbook of one sheet, with the titles in bold and always in view. Texts are of type text, so that none is a formula. */
export function toXlsx({ columns, rows }: Table): Uint8Array {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const titles = columns.map(({ title }) => toCell(title, styles.bold));
  const cells = rows.map((row) =>
    row.map((value, index) =>
      toCell(value, columns[index]?.kind === 'amount' ? styles.amount : styles.plain),
    ),
  );
  const sheet = `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${[titles, ...cells].map(toRow).join('')}</sheetData></worksheet>`;
  const parts = Object.entries({ ...fixedParts, 'xl/worksheets/sheet1.xml': sheet });
  return zipSync(Object.fromEntries(parts.map(([name, xml]) => [name, strToU8(declaration + xml)])));
}

/** Cells without their place, which `toRow` adds. */
type Cell = readonly [attributes: string, content: string];

function toCell(value: string | number, style: number): Cell {
  if (typeof value === 'number') return [`s="${style}"`, `<v>${value}</v>`];
  return [`s="${style}" t="inlineStr"`, `<is><t xml:space="preserve">${escapeXml(value)}</t></is>`];
}

function toRow(cells: readonly Cell[], index: number): string {
  const row = index + 1;
  const places = cells.map(
    ([attributes, content], column) => `<c r="${toLetter(column)}${row}" ${attributes}>${content}</c>`,
  );
  return `<row r="${row}">${places.join('')}</row>`;
}

/** Of a column among the first 26. */
function toLetter(column: number): string {
  return String.fromCharCode(65 + column);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Without characters that XML cannot have. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
}
