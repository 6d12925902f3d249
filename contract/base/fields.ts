import { z } from 'zod';
import { compactNumber } from './digits.ts';
import { isGstin } from './gstin.ts';
import { hasTwoDecimals } from './money.ts';
import { isPhoneNumber, normalizePhoneNumber, phoneNumberHint } from './phone-number.ts';
import { requiredMessage } from './required.ts';

/** An opaque id. It sorts by creation time and contains no dash, because it follows the last dash of a page path. */
export const id = z.string().regex(/^[0-9A-Za-z]{1,32}$/, 'Invalid id.');

// PostgreSQL cannot store NUL or half of a surrogate pair; other control characters have no place in a single line.
const isStorable = (text: string) => text.isWellFormed() && !/[\p{Cc}]/u.test(text);
const isStorableMultiline = (text: string) => text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text);

// Zero-width characters alone count as empty. Text that another check rejects passes, so that it has one issue.
const isVisible = (text: string) =>
  text === '' || !isStorable(text) || /[^\p{Default_Ignorable_Code_Point}\p{Z}]/u.test(text);

interface FieldIssue {
  path?: PropertyKey[] | undefined;
}

/** For a check that fails when a field is empty: the message names the field. */
export const required = { error: ({ path }: FieldIssue) => requiredMessage(path?.at(-1)) };

/** Any text. A missing value has the message of an empty one. */
export function anyText() {
  return z.string({
    error: (issue) =>
      issue.input === undefined || issue.input === null ? required.error(issue) : 'This must be text.',
  });
}

/** One line of text, trimmed, of 1 to `maximum` characters, first changed by `clean`. */
export function text(maximum: number, clean = (typed: string) => typed) {
  return singleLine(anyText().overwrite(clean), maximum);
}

// Invisible characters and marks of text direction: they make different names look the same.
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;
// Joiners, which Indian scripts and emojis need, are invisible after a Latin letter or a space.
const idle = /(?<=^|\p{Zs}|\p{Script=Latin}|[\u0300-\u036f])\p{Default_Ignorable_Code_Point}+/gu;
const spaces = /\p{Zs}+/gu;

/** One spelling for names that look the same, so that a unique name is unique to the eye. */
export function normalizeName(typed: string): string {
  return typed.replace(invisible, '').replace(idle, '').normalize('NFC').replace(spaces, ' ').trim();
}

/** Like `text`, in one spelling for names that look the same (`normalizeName`). */
export function name(maximum: number) {
  return singleLine(anyText().overwrite(normalizeName), maximum);
}

/** Like `name`, but may be empty. */
export function optionalName(maximum: number) {
  return z
    .string('This must be text.')
    .overwrite(normalizeName)
    .max(maximum, `At most ${maximum} characters.`)
    .refine(isStorable, 'This contains characters that cannot be stored.');
}

/** The number of a registered business in GST; may be empty. */
export const optionalGstin = z
  .string('This must be text.')
  .overwrite((typed) => typed.replaceAll(/[\s\u200b-\u200f\u202a-\u202e]/g, ''))
  .toUpperCase()
  .refine(
    (gstin) => gstin === '' || isGstin(gstin),
    'Enter a GSTIN such as 27AAPFU0939F1ZV. Check each character.',
  );

function singleLine(typed: z.ZodString, maximum: number) {
  return typed
    .trim()
    .min(1, required)
    .max(maximum, `At most ${maximum} characters.`)
    .refine(isStorable, 'This contains characters that cannot be stored.')
    .refine(isVisible, required);
}

/** The label of a text: one line of at most `maximum` characters, may be empty. */
export function label(maximum: number) {
  return z
    .string()
    .refine((typed) => typed.trim().length <= maximum, `At most ${maximum} characters.`)
    .refine((typed) => isStorable(typed.trim()), 'This contains characters that cannot be stored.');
}

/** Text of several lines, trimmed, of at most `maximum` characters. */
export function prose(maximum: number) {
  return z
    .string()
    .trim()
    .max(maximum, `At most ${maximum} characters.`)
    .refine(isStorableMultiline, 'This contains characters that cannot be stored.');
}

const maximumSearchLength = 200;

/**
 * A search. It is sent while being typed, so no text is rejected: characters that cannot be searched count as spaces,
 * and text that is too long is cut.
 */
export const searchText = z
  .string()
  .default('')
  .transform((typed) =>
    typed
      .toWellFormed()
      .replace(/[\p{Cc}\ufffd]/gu, ' ')
      .trim()
      .slice(0, maximumSearchLength)
      // The cut may have split a surrogate pair.
      .replace(/[\ud800-\udbff]$/, ''),
  );

/** An email address, in lower case. */
export const email = anyText()
  .trim()
  .toLowerCase()
  .min(1, required)
  .max(254, 'At most 254 characters.')
  .pipe(z.email('Invalid email address'));

/** The telephone number of a person in any country, normalised. */
export const phoneNumber = anyText()
  .overwrite(normalizePhoneNumber)
  .min(1, required)
  .refine(isPhoneNumber, phoneNumberHint);

/** A one-time code of six digits, as it is typed or pasted. */
export const oneTimeCode = anyText()
  .overwrite(compactNumber)
  .min(1, required)
  .regex(/^[0-9]{6}$/, 'Enter all 6 digits.');

/** An Indian PIN code, normalised to its six digits. */
export const pincode = anyText()
  .overwrite(compactNumber)
  .min(1, required)
  .regex(/^[1-9]\d{5}$/, 'Enter the 6 digits of a PIN code.');

const wholeNumber = z.coerce.number().int('This must be a whole number.');

/** A page number, clamped to 1 and more; the maximum keeps offsets within the integers of the database. */
export const page = wholeNumber.default(1).transform((value) => Math.min(Math.max(value, 1), 1_000_000));

/** Items per page, clamped to 1 to 100. */
export function limit(standard: number) {
  return wholeNumber.default(standard).transform((value) => Math.min(Math.max(value, 1), 100));
}

/** An amount in rupees with at most two decimals. */
export const rupees = z
  .number('Enter an amount.')
  .min(0, 'This cannot be less than 0.')
  .max(1_000_000_000, 'At most 1,000,000,000 rupees.')
  .refine(hasTwoDecimals, 'At most two decimals.');

/** An amount of a setting in rupees. */
export const amount = rupees.max(100_000, 'At most 100,000 rupees.');

/** An id, or an object with an `_id` as responses contain it; becomes the id. */
export const reference = z.union([id, z.object({ _id: id }).transform(({ _id }) => _id)]);

/** References without duplicates. */
export function references(maximum: number) {
  return z
    .array(reference, required)
    .min(1, required)
    .max(maximum, `At most ${maximum}.`)
    .transform((ids) => [...new Set(ids)]);
}

/** A point in time as ISO 8601 text. */
export const moment = z.iso.datetime();

/** The response of an endpoint that returns one value. */
export function response<Data extends z.ZodType>(data: Data) {
  return z.object({ message: z.string(), data });
}

/** The response of an endpoint that returns one page of a list. */
export function pagedResponse<Item extends z.ZodType>(item: Item) {
  return z.object({
    message: z.string(),
    data: z.array(item),
    page: z.number().int(),
    limit: z.number().int(),
    totalCount: z.number().int(),
    totalPage: z.number().int(),
    totalNoPage: z.number().int(),
  });
}
