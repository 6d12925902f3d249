// Spreadsheets run such a cell as a formula; a leading apostrophe makes it text.
const formulaLike = /^[=+\-@\t\r]/;

/** Builds a CSV file for spreadsheets: UTF-8 with BOM, CRLF, every cell quoted, formulas disabled. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((cells) => cells.map((cell) => quoted(cell)).join(','));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

function quoted(cell: string | number): string {
  const text = typeof cell === 'string' && formulaLike.test(cell) ? `'${cell}` : String(cell);
  return `"${text.replaceAll('"', '""')}"`;
}
