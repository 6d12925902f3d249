const digitOfAnyScript = /\p{Nd}/gu;
const isDigit = (point: number) => /\p{Nd}/u.test(String.fromCodePoint(point));

/** A text with the digits of all scripts as 0 to 9. */
export function toAsciiDigits(text: string): string {
  return text.replace(digitOfAnyScript, (digit) => {
    // In Unicode the digits of a script follow each other from zero.
    const point = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (isDigit(point - value - 1)) value += 1;
    return String(value % 10);
  });
}

/** Most characters of a typed or pasted number with its label; an input must not cut it before it is read. */
export const typedNumberMaxLength = 60;

// Format characters: phones and browsers put marks of text direction around a number that is copied.
const separators = /[\s\p{Cf}\p{Pd}\u2212]/gu;
const labelBefore = /^\(?[\p{L}\p{M}][\p{L}\p{M}\s.]{0,30}\)?[\s:.#\p{Pd}]+(?=[+(]*\d)/u;
const labelAfter = /[\s(]+[\p{L}\p{M}][\p{L}\p{M}.]{0,20}\)$|[\s,;.]+$/u;

/**
 * A number as people, phones and browsers write it, without the label ('Mobile:', '(M)'), spaces, dashes, marks of
 * text direction and what punctuation follows it; digits of all scripts become 0 to 9.
 */
export function compactNumber(typed: string): string {
  const text = toAsciiDigits(typed)
    .replace(/\p{Cf}/gu, '')
    .trim();
  return text.replace(labelAfter, '').replace(labelBefore, '').replace(separators, '');
}

/** Like `compactNumber` for a code that may begin with letters. */
export function compactCode(typed: string): string {
  const number = compactNumber(typed);
  return /^\d+$/.test(number) ? number : toAsciiDigits(typed).replace(separators, '');
}

/** The six digits of an Indian PIN code as people write it, such as `560 001`; null for anything else. */
export function parsePincode(typed: string): string | null {
  const digits = compactNumber(typed);
  return /^[1-9]\d{5}$/.test(digits) ? digits : null;
}
