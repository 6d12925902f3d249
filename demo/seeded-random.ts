/** A number from 0 to 2^32 − 1 that always belongs to the same text: the catalogue is the same on every machine. */
export function hashText(text: string): number {
  let hash = 2_166_136_261;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619);
  }
  // FNV leaves the low bits of similar texts alike; this mixes them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A number from 0 up to, not including, 1 that always belongs to the same text. */
export function seededRandom(text: string): number {
  return hashText(text) / 2 ** 32;
}

/** One of several, always the same for the same text. Throws on an empty list. */
export function seededPick<Item>(text: string, items: readonly Item[]): Item {
  const item = items[hashText(text) % items.length];
  if (item === undefined) throw new Error(`Nothing to pick from for ${text}`);
  return item;
}
