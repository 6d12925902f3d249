// What was asked for is told in a few words; more of it is no wish but a text that was pasted.
const maximumLength = 80;
const shortestTelling = 2;
// Seven digits are a telephone number, a card or a code of somebody; amounts and model numbers have fewer.
const personalDigits = 7;

const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;
// Bounded, so that a hostile text costs no more than another.
const spokenAddress = /[([] ?(?:at|dot) ?[)\]]|\S at \S{1,60} dot \S/;

/**
 * A search as it is counted: lower-cased and without anything invisible, so that one wish is one entry. Null where
 * it names nothing, no letter and no digit.
 */
export function missWordsOf(search: string): string | null {
  const words = [...plain(search)].slice(0, maximumLength).join('').trim();
  const telling = words.match(/[\p{L}\p{N}]/gu) ?? [];
  return telling.length < shortestTelling ? null : words;
}

/** Whether a text looks like an e-mail address or a telephone number: those are nobody's business. */
export function looksPersonal(search: string): boolean {
  const text = plain(search);
  const digits = text.match(/\p{N}/gu) ?? [];
  return text.includes('@') || spokenAddress.test(text) || digits.length >= personalDigits;
}

function plain(search: string): string {
  return search.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').replace(invisible, '').trim();
}
