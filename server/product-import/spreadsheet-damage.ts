/**
 * What spreadsheets make of a text that looks like a number, a date, a time or a truth value when they open a file,
 * and write back: `90.750` as 90.75, `MAR-1` as 1-Mar, `2-3` as 02-03-2026, `0042` as 42.
 */

const plainNumber = /^\d*\.?\d+$|^\d+\.$/;
const exponential = /^\d+(?:\.\d+)?e\+?\d+$/i;
const shortened = /^(\d(?:[.,]\d+)?)e\+\d+$/i;

/** Whether a spreadsheet has shortened a number, such as `8.90103E+12`, so that digits are lost. */
export function isShortenedNumber(code: string): boolean {
  return shortened.test(code);
}

/** Whether a cell is what a spreadsheet makes of a stored text. */
export function isDamaged(cell: string, stored: string): boolean {
  if (cell === stored || cell === '' || stored === '') return false;
  return (
    isDamagedNumber(cell, stored) ||
    isDamagedDate(cell, stored) ||
    isDamagedTime(cell, stored) ||
    (/^(?:TRUE|FALSE)$/.test(cell) && cell.toLowerCase() === stored.toLowerCase())
  );
}

function isDamagedNumber(cell: string, stored: string): boolean {
  if (!plainNumber.test(stored) && !exponential.test(stored)) return false;
  const scientific = shortened.exec(cell)?.[1];
  if (scientific !== undefined) {
    const decimals = Math.max(scientific.length - 2, 0);
    return Number(cell.replace(',', '.')) === Number(Number(stored).toExponential(decimals));
  }
  return plainNumber.test(cell) && !/^0\d/.test(cell) && numberKey(cell) === numberKey(stored);
}

/** Spreadsheets store 15 digits. */
function numberKey(text: string): string {
  return `n${Number(text).toPrecision(15)}`;
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const monthNumber = (word: string) =>
  word.length < 3 ? 0 : months.indexOf(word.slice(0, 3).toLowerCase()) + 1;

const dayMonth = /^(\d{1,2})[-/. ]?([a-z]{3,9})(?:[-/. ](?:\d{2}|\d{4}))?$/i;
const monthDay = /^([a-z]{3,9})[-/. ]?(\d{1,2})$/i;
const twoNumbers = /^(\d{1,2})[-/.](\d{1,2})$/;
const fullDate = /^(\d{1,2})[-/.](\d{1,2})[-/.](?:\d{2}|\d{4})$/;
const isoDate = /^\d{4}[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]00:00(?::00)?)?$/;

/** Whether a cell is a date as spreadsheets write it, which people do not enter as a code or a place. */
export function isSpreadsheetDate(cell: string): boolean {
  const [, day = '', month = ''] = /^(\d{1,2})-([A-Z][a-z]{2})(?:-\d{2})?$/.exec(cell) ?? [];
  const [, name = ''] = /^([A-Z][a-z]{2})-\d{2}$/.exec(cell) ?? [];
  return (
    (day !== '' && monthNumber(month) > 0) || monthNumber(name) > 0 || /^\d{4}-\d\d-\d\d 00:00/.test(cell)
  );
}

/** Month and day of every reading of a text as a date: `2-3` is the second of March or the third of February. */
function dateKeys(text: string): string[] {
  const readings: [month: number, day: number][] = [];
  const [, day, month] = dayMonth.exec(text) ?? [];
  if (day !== undefined && month !== undefined) readings.push([monthNumber(month), Number(day)]);
  const [, name, number] = monthDay.exec(text) ?? [];
  if (name !== undefined && number !== undefined) readings.push([monthNumber(name), Number(number)]);
  for (const pattern of [twoNumbers, fullDate]) {
    const [, one, other] = pattern.exec(text) ?? [];
    if (one !== undefined && other !== undefined)
      readings.push([Number(one), Number(other)], [Number(other), Number(one)]);
  }
  const [, isoMonth, isoDay] = isoDate.exec(text) ?? [];
  if (isoMonth !== undefined && isoDay !== undefined) readings.push([Number(isoMonth), Number(isoDay)]);
  return readings.filter(([m, d]) => m >= 1 && m <= 12 && d >= 1 && d <= 31).map(([m, d]) => `d${m}-${d}`);
}

function isDamagedDate(cell: string, stored: string): boolean {
  const isFormatted = !twoNumbers.test(cell) && !/^[A-Z]+-?\d+$/.test(cell);
  if (!isFormatted) return false;
  const keys = new Set(dateKeys(stored));
  return dateKeys(cell).some((key) => keys.has(key));
}

function isDamagedTime(cell: string, stored: string): boolean {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(stored) ?? [];
  if (hours === undefined || minutes === undefined) return false;
  const [, shownHours, shownMinutes, half] = /^(\d{1,2}):(\d{2})(?::00)?(?: ([AP])M)?$/i.exec(cell) ?? [];
  const shown =
    (Number(shownHours) % (half === undefined ? 24 : 12)) + (half?.toUpperCase() === 'P' ? 12 : 0);
  return shownMinutes === minutes && shown === Number(hours);
}

/** Under which a stored text is found by what a spreadsheet makes of it; empty for a text that it leaves unchanged. */
export function damageKeys(text: string): string[] {
  const isNumber = plainNumber.test(text) || exponential.test(text);
  return isNumber ? [numberKey(text)] : dateKeys(text);
}
