const characters = [
  [
    'figtree-latin',
    String.raw`\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff\u0102\u0131\u0152\u0153\u02c6\u02da\u02dc\u0300\u0301` +
      String.raw`\u0303\u0304\u0308\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039\u203a\u2044\u20ac` +
      String.raw`\u2122\u2191\u2193\u2212\u2215`,
  ],
  [
    'figtree-latin-ext',
    String.raw`\u0020\u0041\u00a0\u00c1\u0100-\u0113\u0116-\u0127\u012a\u012b\u012e-\u0130\u0132-\u0137` +
      String.raw`\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150\u0151\u0154-\u0161\u0164\u0165\u016a-\u017e\u01cd` +
      String.raw`\u01ce\u0218-\u021b\u0237\u02c7\u02dd\u0300\u0301\u0303\u0304\u0308\u1e80-\u1e85\u1e9e\u1ef2` +
      String.raw`\u1ef3\u2020\u20b9`,
  ],
  ['baloo-2-devanagari', String.raw`\u0020\u00a0\u02bc\u0900-\u097f\u200b-\u200d\u2044\u20b9\u25cc\ua8fb`],
  [
    'noto-sans-latin',
    String.raw`\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u0300` +
      String.raw`\u0301\u0303\u0304\u0308\u0309\u0323\u0329\u2002\u2009\u200b\u2013\u2014\u2018-\u201a` +
      String.raw`\u201c-\u201e\u2022\u2026\u2032\u2033\u2039\u203a\u2044\u20ac\u2122\u2212`,
  ],
  [
    'noto-sans-latin-ext',
    String.raw`\u0020\u00a0\u0100-\u0130\u0132-\u0151\u0154-\u02ba\u02bc-\u02c5\u02c7-\u02cc\u02ce-\u02d7` +
      String.raw`\u02dd-\u0301\u0303\u0304\u0308\u0309\u0323\u0329\u1d00-\u1dbf\u1e00-\u1e9f\u1ef2-\u1eff\u2020` +
      String.raw`\u20a0-\u20ab\u20ad-\u20c0\u2113\u2c60-\u2c7f\ua720-\ua7ca\ua7d0\ua7d1\ua7d3\ua7d5-\ua7d9` +
      String.raw`\ua7f2-\ua7ff`,
  ],
  [
    'noto-sans-vietnamese',
    String.raw`\u0020\u00a0\u0102\u0103\u0110\u0111\u0128\u0129\u0168\u0169\u01a0\u01a1\u01af\u01b0\u0300\u0301\u0303\u0304\u0308\u0309\u0323\u0329\u1ea0-\u1ef9\u20ab`,
  ],
  [
    'noto-naskh-arabic',
    String.raw`\u0020\u00a0\u0600-\u06ff\u0750-\u077f\u0870-\u088e\u0890\u0891\u0898-\u08e1\u08e3-\u08ff` +
      String.raw`\u200c-\u200e\u2010\u204f\u2e41`,
  ],
  [
    'noto-sans-bengali',
    String.raw`\u0020\u00a0\u02bc\u0951\u0952\u0964\u0965\u0980-\u0983\u0985-\u098c\u098f\u0990\u0993-\u09a8` +
      String.raw`\u09aa-\u09b0\u09b2\u09b6-\u09b9\u09bc-\u09c4\u09c7\u09c8\u09cb-\u09ce\u09d7\u09dc\u09dd` +
      String.raw`\u09df-\u09e3\u09e6-\u09fe\u1cd0\u1cd2\u1cd5\u1cd6\u1cd8\u1ce1\u1cea\u1ced\u1cf2\u1cf5-\u1cf7` +
      String.raw`\u200b-\u200d\u20b9\u25cc\ua8f1`,
  ],
  [
    'noto-sans-gurmukhi',
    String.raw`\u0020\u00a0\u0951\u0952\u0964\u0965\u0a01-\u0a03\u0a05-\u0a0a\u0a0f\u0a10\u0a13-\u0a28` +
      String.raw`\u0a2a-\u0a30\u0a32\u0a33\u0a35\u0a36\u0a38\u0a39\u0a3c\u0a3e-\u0a42\u0a47\u0a48\u0a4b-\u0a4d` +
      String.raw`\u0a51\u0a59-\u0a5c\u0a5e\u0a66-\u0a76\u200b-\u200d\u20b9\u25cc\u262c\ua830-\ua839`,
  ],
  [
    'noto-sans-gujarati',
    String.raw`\u0020\u00a0\u0951\u0952\u0964\u0965\u0a81-\u0a83\u0a85-\u0a8d\u0a8f-\u0a91\u0a93-\u0aa8` +
      String.raw`\u0aaa-\u0ab0\u0ab2\u0ab3\u0ab5-\u0ab9\u0abc-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ad0\u0ae0-\u0ae3` +
      String.raw`\u0ae6-\u0af1\u0af9-\u0aff\u200b-\u200d\u20b9\u25cc\ua830-\ua839`,
  ],
  [
    'noto-sans-oriya',
    String.raw`\u0020\u00a0\u0964\u0965\u0b01-\u0b03\u0b05-\u0b0c\u0b0f\u0b10\u0b13-\u0b28\u0b2a-\u0b30\u0b32` +
      String.raw`\u0b33\u0b35-\u0b39\u0b3c-\u0b44\u0b47\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b5c\u0b5d\u0b5f-\u0b63` +
      String.raw`\u0b66-\u0b77\u200b-\u200d\u20b9\u25cc`,
  ],
  [
    'noto-sans-tamil',
    String.raw`\u0020\u00a0\u0964\u0965\u0b82\u0b83\u0b85-\u0b8a\u0b8e-\u0b90\u0b92-\u0b95\u0b99\u0b9a\u0b9c` +
      String.raw`\u0b9e\u0b9f\u0ba3\u0ba4\u0ba8-\u0baa\u0bae-\u0bb9\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd0` +
      String.raw`\u0bd7\u0be6-\u0bfa\u200b-\u200d\u20b9\u25cc`,
  ],
  [
    'noto-sans-telugu',
    String.raw`\u0020\u00a0\u0951\u0952\u0964\u0965\u0c00-\u0c0c\u0c0e-\u0c10\u0c12-\u0c28\u0c2a-\u0c39` +
      String.raw`\u0c3c-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55\u0c56\u0c58-\u0c5a\u0c5d\u0c60-\u0c63\u0c66-\u0c6f` +
      String.raw`\u0c77-\u0c7f\u1cda\u1cf2\u200b-\u200d\u25cc`,
  ],
  [
    'noto-sans-kannada',
    String.raw`\u0020\u00a0\u0951\u0952\u0964\u0965\u0c80-\u0c8c\u0c8e-\u0c90\u0c92-\u0ca8\u0caa-\u0cb3` +
      String.raw`\u0cb5-\u0cb9\u0cbc-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5\u0cd6\u0cdd\u0cde\u0ce0-\u0ce3` +
      String.raw`\u0ce6-\u0cef\u0cf1-\u0cf3\u1cd0\u1cd2\u1cda\u1cf2\u1cf4\u200b-\u200d\u20b9\u25cc\ua830-\ua835`,
  ],
  [
    'noto-sans-malayalam',
    String.raw`\u0020\u00a0\u0307\u0323\u0951\u0952\u0964\u0965\u0d00-\u0d0c\u0d0e-\u0d10\u0d12-\u0d44` +
      String.raw`\u0d46-\u0d48\u0d4a-\u0d4f\u0d54-\u0d63\u0d66-\u0d7f\u1cda\u200b-\u200d\u20b9\u25cc\ua830-\ua832`,
  ],
  [
    'noto-sans-sinhala',
    String.raw`\u0020\u00a0\u0964\u0965\u0d81-\u0d83\u0d85-\u0d96\u0d9a-\u0db1\u0db3-\u0dbb\u0dbd\u0dc0-\u0dc6` +
      String.raw`\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0de6-\u0def\u0df2-\u0df4\u200b-\u200d\u25cc`,
  ],
  ['noto-sans-ol-chiki', String.raw`\u0020\u00a0\u1c50-\u1c7f\u20b9`],
  [
    'noto-sans-meetei-mayek',
    String.raw`\u0020\u00a0\u200b-\u200d\u25cc\uaae0-\uaaf6\uabc0-\uabed\uabf0-\uabf9`,
  ],
] as const;

/**
 * The fonts of printed documents with the characters of each, in the order of preference. Files:
 * `server/base/fonts`; a test compares them.
 */
export const printFonts = characters.map(([font, ranges]) => [font, new RegExp(`[${ranges}]`)] as const);

export type PrintFont = (typeof characters)[number][0];

/** The first font that has a character, or `null`. */
export function findPrintFont(character: string): PrintFont | null {
  return printFonts.find(([, has]) => has.test(character))?.[0] ?? null;
}

/** Characters that are never seen, such as the variation selector of an emoji. */
export const isInvisible = (character: string) => /\p{Default_Ignorable_Code_Point}|\p{Cc}/u.test(character);

/** The text as it is drawn: composed, but for a character of which fonts have the parts only, such as `΅`. */
export function toPrinted(text: string): string {
  return text.normalize('NFC').replace(/\P{ASCII}/gu, (character) => {
    const parts = character.normalize('NFD');
    return findPrintFont(character) === null && [...parts].every(findPrintFont) ? parts : character;
  });
}

/** The characters of a text that no font has, each once: documents show a box in their place. */
export function listUnprintable(text: string): string[] {
  const found = new Set(toPrinted(text).replace(/\s/g, ' '));
  return [...found].filter((character) => findPrintFont(character) === null && !isInvisible(character));
}
