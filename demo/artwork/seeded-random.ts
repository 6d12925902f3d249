/** Hashes a text to 0..2^32 − 1, the same on every machine. */
export function hashText(text: string): number {
  let hash = 2_166_136_261;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619);
  }
  // FNV-1a leaves the low bits of similar texts similar; this mixes them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns a number in [0, 1) that depends only on the text. */
export function seededRandom(text: string): number {
  return hashText(text) / 2 ** 32;
}

/** Picks an item by the hash of a text. Throws on an empty list. */
export function seededPick<Item>(text: string, items: readonly Item[]): Item {
  const item = items[hashText(text) % items.length];
  if (item === undefined) throw new Error(`Nothing to pick from for ${text}`);
  return item;
}
