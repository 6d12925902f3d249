import { indiaOffsetMs } from '#contract/base/zoned-time.ts';

// The day is already in the store's time zone and must not be converted to the reader's.
const shortDay = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat('en-IN', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** Formats a day such as `2026-11-21` as `21 Nov`, or `Sat, 21 Nov` with the weekday. */
export function formatDay(day: string, look: 'short' | 'long' = 'short'): string {
  return (look === 'short' ? shortDay : longDay).format(new Date(`${day}T00:00:00Z`));
}

/** Formats a count with Indian digit grouping: `1,20,000`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-IN');
}

const wholeRupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});

/** Formats an amount in rupees without paise. */
export function formatRupees(rupees: number): string {
  return wholeRupees.format(rupees);
}

/** A moment for an input of type `datetime-local`, in the time of India. */
export function toLocalInput(moment: string | null): string {
  return moment === null ? '' : new Date(Date.parse(moment) + indiaOffsetMs).toISOString().slice(0, 16);
}

/** The moment of an input of type `datetime-local`, in the time of India; null while it is empty. */
export function fromLocalInput(typed: string): string | null {
  const ms = Date.parse(`${typed}Z`);
  return Number.isNaN(ms) ? null : new Date(ms - indiaOffsetMs).toISOString();
}

/** Rows of a file, the headings first. */
export type FileRows = readonly (readonly (string | number)[])[];

// Spreadsheets run such a cell as a formula; a leading apostrophe makes it text.
const formulaLike = /^[=+\-@\t\r]/;

/** Builds a CSV file for spreadsheets: UTF-8 with BOM, CRLF, every cell quoted, formulas disabled. */
export function csvText(rows: FileRows): string {
  const lines = rows.map((cells) => cells.map((cell) => quoted(cell)).join(','));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

function quoted(cell: string | number): string {
  const text = typeof cell === 'string' && formulaLike.test(cell) ? `'${cell}` : String(cell);
  return `"${text.replaceAll('"', '""')}"`;
}
