import { stringify } from 'csv-stringify/sync';
import writeExcelFile from 'write-excel-file/node';
import { escapeFormula } from '#server/features/catalogue/import/cells.ts';
import type { Table } from './accounting.service.ts';

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

const formats = { amount: '#,##0.00', number: '0.##' } as const;

/** Texts are of type text, so that none is a formula. */
export async function toXlsx({ columns, rows }: Table): Promise<Buffer> {
  const titles = columns.map(({ title }) => ({
    ...{ value: title, type: String, fontWeight: 'bold' as const },
  }));
  const cells = rows.map((row) =>
    row.map((value, index) => {
      const kind = columns[index]?.kind ?? 'text';
      if (typeof value === 'string' || kind === 'text') return { value: String(value), type: String };
      return { value, type: Number, format: formats[kind] };
    }),
  );
  return writeExcelFile([titles, ...cells], {
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer();
}
