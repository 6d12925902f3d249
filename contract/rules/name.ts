// Nobody sees them, and some turn the letters after them round: with one of them in it, a name looks like another.
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;
// Joiners, which the scripts of India and emojis need, and the like: behind a Latin letter or a space they only hide.
const idle = /(?<=^|\p{Zs}|\p{Script=Latin}|[\u0300-\u036f])\p{Default_Ignorable_Code_Point}+/gu;
const spaces = /\p{Zs}+/gu;

/** A name as it is kept: one spelling for what looks the same, so that no two things seem to have one name. */
export function normalizeName(typed: string): string {
  return typed.replace(invisible, '').replace(idle, '').normalize('NFC').replace(spaces, ' ').trim();
}
