// Invisible characters and marks of text direction: they make different names look the same.
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;
// Joiners, which Indian scripts and emojis need, are invisible after a Latin letter or a space.
const idle = /(?<=^|\p{Zs}|\p{Script=Latin}|[\u0300-\u036f])\p{Default_Ignorable_Code_Point}+/gu;
const spaces = /\p{Zs}+/gu;

/** One spelling for names that look the same, so that a unique name is unique to the eye. */
export function normalizeName(typed: string): string {
  return typed.replace(invisible, '').replace(idle, '').normalize('NFC').replace(spaces, ' ').trim();
}
