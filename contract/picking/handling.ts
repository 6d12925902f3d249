/** What has to be taken care of when a product is packed. */
export const handlings = ['FROZEN', 'COLD', 'FRAGILE'] as const;
export type Handling = (typeof handlings)[number];

/** Labels of the details of a product that say how it is stored. */
const storageLabel = /^\s*(?:storage|care|packaging|packing)\b/i;
const patterns: Record<Handling, RegExp> = {
  FROZEN: /\b(?:keep|store|stored) (?:deep[- ])?frozen\b|\bin (?:a|the) freezer\b|[-−]\s?18\s?°/i,
  COLD: /\b(?:keep|store|stored)\b[^.;]*\b(?:refrigerated|chilled|in (?:a|the) (?:fridge|refrigerator))\b|\brefrigerate\b(?! (?:after|once))|\b(?:[0-8]|below (?:4|5|8))\s?°\s?C/i,
  FRAGILE: /\bfragile\b|\bbreakable\b|\bhandle with care\b|\bglass\b|\begg (?:tray|carton)\b/i,
};
const negations = /\b(?:do not|don['’]t|never) (?:refrigerate|freeze|chill)\b/gi;

/** Reads from the details that the store has written about a product what to take care of when it is packed. */
export function toHandling(details: Readonly<Record<string, unknown>>): Handling[] {
  const text = Object.entries(details)
    .filter(([label]) => storageLabel.test(label))
    .map(([, value]) => String(value).replace(negations, ''))
    .join('. ');
  const found = handlings.filter((handling) => patterns[handling].test(text));
  // What is frozen is cold too.
  return found.includes('FROZEN') ? found.filter((handling) => handling !== 'COLD') : found;
}
