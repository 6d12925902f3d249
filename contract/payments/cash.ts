import { toPaise } from '#contract/base/money.ts';

/** Notes in rupees, by their field. */
export const notes = {
  note500: 500,
  note200: 200,
  note100: 100,
  note50: 50,
  note20: 20,
  note10: 10,
} as const;
export type Note = keyof typeof notes;
export const noteNames = Object.keys(notes).filter((name): name is Note => name in notes);

/** Pieces of each note, and the value of the coins in rupees. */
export type CashCount = Record<Note, number> & { coinsAmt: number };

/** What the notes and coins are worth, in paise. */
export function toCashPaise(count: CashCount): number {
  return noteNames.reduce((sum, note) => sum + toPaise(notes[note]) * count[note], toPaise(count.coinsAmt));
}
