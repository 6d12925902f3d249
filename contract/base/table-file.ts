/** Formats of tables that the staff download. */
export const tableFormats = ['csv', 'xlsx'] as const;
export type TableFormat = (typeof tableFormats)[number];

// Spreadsheets run such cells as formulas, some also with full-width characters. An apostrophe prevents it.
const formulaLike = /^'*[=+\-@＝＋－＠\t\n\r]/;

/** Prevents spreadsheets from running the text as a formula. */
export function escapeFormula(text: string): string {
  return formulaLike.test(text) ? `'${text}` : text;
}

/** The text of a cell that `escapeFormula` has written. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && formulaLike.test(cell) ? cell.slice(1) : cell;
}

/** A feature of `write-excel-file`: some programs warn about a workbook without a default cell style. */
export const defaultCellStyle = {
  files: {
    transform: {
      'xl/styles.xml': {
        insert: () =>
          '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
      },
    },
  },
};
