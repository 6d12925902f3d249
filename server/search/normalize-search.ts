// Longer texts are pasted rather than searched.
const maximumLength = 80;
const minimumSignificantCharacters = 2;
// Phone numbers, cards and codes have at least 7 digits; sizes and model numbers have fewer.
const personalDigits = 7;

const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;
// Bounded, so that a malicious text cannot cause backtracking.
const spokenAddress = /[([] ?(?:at|dot) ?[)\]]|\S at \S{1,60} dot \S/;

/**
 * Normalizes a search for counting: lower case, without invisible characters. Returns null for fewer than two alphanumeric characters
 * or digits.
 */
export function normalizeSearch(search: string): string | null {
  const words = [...clean(search)].slice(0, maximumLength).join('').trim();
  const significant = words.match(/[\p{L}\p{N}]/gu) ?? [];
  return significant.length < minimumSignificantCharacters ? null : words;
}

/** Detects email addresses and phone numbers, which are not recorded. */
export function looksPersonal(search: string): boolean {
  const text = clean(search);
  const digits = text.match(/\p{N}/gu) ?? [];
  return text.includes('@') || spokenAddress.test(text) || digits.length >= personalDigits;
}

function clean(search: string): string {
  return search.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').replace(invisible, '').trim();
}
