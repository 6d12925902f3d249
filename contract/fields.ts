import { z } from 'zod';
import { isPhoneNumber, normalizePhoneNumber, phoneNumberHint } from '#contract/rules/phone-number.ts';
import { normalizeName } from './rules/name.ts';
import { requiredMessage } from './rules/required.ts';

/** An opaque id: time-ordered, without dashes because it ends page paths (decisions section 1). */
export const id = z.string().regex(/^[0-9A-Za-z]{1,32}$/, 'This is not an id.');

// PostgreSQL stores neither NUL nor half a surrogate pair; the other control characters only do harm in names.
const isStorable = (text: string) => text.isWellFormed() && !/[\p{Cc}]/u.test(text);
const isStorableProse = (text: string) => text.isWellFormed() && !/[\p{Cc}--[\n\r\t]]/v.test(text);

// Text of zero-width characters alone looks as empty as it is; what another check refuses is left to that one.
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

/** One line of text, trimmed, of 1 to `maximum` characters. */
export function text(maximum: number) {
  return oneLine(anyText(), maximum);
}

/** What something or somebody is called: like `text`, and in one spelling for what looks the same (rules/name.ts). */
export function name(maximum: number) {
  return oneLine(anyText().overwrite(normalizeName), maximum);
}

function oneLine(typed: z.ZodString, maximum: number) {
  return typed
    .trim()
    .min(1, required)
    .max(maximum, `At most ${maximum} characters.`)
    .refine(isStorable, 'This contains characters that cannot be stored.')
    .refine(isVisible, required);
}

/** What stands before a text, such as the name of a field: one line of at most `maximum` characters, or nothing. */
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
    .refine(isStorableProse, 'This contains characters that cannot be stored.');
}

const longestSearch = 200;

/**
 * What a shopper searches for. No text is refused, because it is sent while being typed: what cannot be looked
 * for counts as space, and what is too long is cut.
 */
export const searchText = z
  .string()
  .default('')
  .transform((typed) =>
    typed
      .toWellFormed()
      .replace(/[\p{Cc}\ufffd]/gu, ' ')
      .trim()
      .slice(0, longestSearch)
      // The cut may have gone through the middle of a character.
      .replace(/[\ud800-\udbff]$/, ''),
  );

/** An e-mail address, lower-cased. */
export const email = anyText()
  .trim()
  .toLowerCase()
  .min(1, required)
  .max(254, 'At most 254 characters.')
  .pipe(z.email('Invalid email address'));

/** A telephone number anywhere in the world, in its usual spelling (rules/telephone.ts). */
export const phoneNumber = text(20).refine(isPhoneNumber, phoneNumberHint).transform(normalizePhoneNumber);

const wholeNumber = z.coerce.number().int('This must be a whole number.');

/** A page number, clamped to 1 and more; the upper end keeps offsets within what a database counts. */
export const page = wholeNumber.default(1).transform((value) => Math.min(Math.max(value, 1), 1_000_000));

/** How many things a page holds, clamped to 1 to 100 (decisions section 1). */
export function limit(standard: number) {
  return wholeNumber.default(standard).transform((value) => Math.min(Math.max(value, 1), 100));
}

/** An amount in rupees with at most two decimals, as the wire carries money. */
export const rupees = z
  .number()
  .min(0, 'This cannot be less than 0.')
  .max(1_000_000_000)
  .refine((amount) => Number.isInteger(Math.round(amount * 1e6) / 1e4), 'At most two decimals.');

/** A percentage from 0 to 100 with at most two decimals. */
export const percent = z
  .number()
  .min(0, 'This cannot be less than 0.')
  .max(100, 'At most 100 %.')
  .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), 'At most two decimals.');

/** The address of a picture that was uploaded to this shop. */
export const uploadedImageUrl = z
  .string()
  .regex(/^\/images\/[0-9A-Za-z]{16,64}\/(?:160|320|640|1080)\.(?:avif|webp)$/, 'Please upload a picture.');

/** Something that is named by its id: the id alone, or the whole thing as another call has given it. */
export const reference = z.union([id, z.object({ _id: id }).transform((thing) => thing._id)]);

/** Things that are named by their ids, each once. */
export function references(maximum: number) {
  return z
    .array(reference, required)
    .min(1, required)
    .max(maximum, `At most ${maximum}.`)
    .transform((ids) => [...new Set(ids)]);
}

/** A moment as ISO 8601 text. */
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
