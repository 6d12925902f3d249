// Spreadsheets run such a cell as a formula; a leading apostrophe makes it text.
const formulaLike = /^[=+\-@\t\r]/;

/** Builds a CSV file for spreadsheets: UTF-8 with BOM, CRLF, formulas disabled. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((cells) => cells.map((cell) => quoted(cell)).join(','));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

function quoted(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const text = formulaLike.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
