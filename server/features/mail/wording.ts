/** What a letter says, before it is laid out as text and as a page. */
export interface Wording {
  subject: string;
  /** The first line: whoever reads no further knows what the letter is about. */
  first: string;
  parts: Part[];
}

/** A piece of a letter, in the order of reading. */
export type Part =
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'button'; label: string; url: string }
  /** Rows of two cells; the last one is a sum. */
  | { kind: 'bill'; rows: { label: string; amount: string }[] };

/** How the shop calls itself in letters, and where its links lead. */
export interface ShopIdentity {
  name: string;
  /** Without a slash at its end. */
  url: string;
  contactEmail: string;
}

/** A paragraph of a letter. */
export function paragraph(text: string): Part {
  return { kind: 'paragraph', text };
}

/** A button that leads to a page of the shop. */
export function button(label: string, url: string): Part {
  return { kind: 'button', label, url };
}

// Whoever opens an account in somebody else's name chooses what stands here, and a mail program makes a link of
// whatever looks like one.
const plainName = /^[\p{L}\p{M}'’. -]+$/u;
const webAddress = /\.\p{L}{2}/u;
const longestName = 60;

/** A name that is fit for a letter to anybody, or nothing. */
export function presentableName(name: string): string {
  const isPresentable = name.length <= longestName && plainName.test(name) && !webAddress.test(name);
  return isPresentable ? name : '';
}

/** How a letter begins. */
export function greeting(name: string): Part {
  const known = presentableName(name);
  return paragraph(known === '' ? 'Hello,' : `Hello ${known},`);
}
