import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import opentype from 'opentype.js';
import { expect, test } from 'vitest';
import { listUnprintable, printFonts } from '#contract/tax/print-fonts.ts';
import { readPdfPages } from '#tests/fixtures/files.ts';
import { createDocument, drawText, textHeight } from './pdf-document.ts';
import { toBytes } from './pdf-table.ts';

const names = {
  Devanagari: 'क्षत्रिय हिन्दी घी',
  Bengali: 'কো খাঁটি সরিষার তেল',
  Assamese: 'ৰঙা চাউল',
  Gurmukhi: 'ਦੇਸੀ ਘਿਓ',
  Gujarati: 'શુદ્ધ ઘી',
  Odia: 'କ୍ଷୀର ଗୋଧୂମ',
  Tamil: 'கொத்தமல்லி',
  Telugu: 'కొత్తిమీర',
  Kannada: 'ಕೊತ್ತಂಬರಿ ಸೊಪ್ಪು',
  Malayalam: 'മല്ലിപ്പൊടി',
  Sinhala: 'කොත්තමල්ලි',
  Urdu: 'تازہ دودھ',
  'Ol Chiki': 'ᱥᱟᱱᱛᱟᱲᱤ',
  'Meetei Mayek': 'ꯃꯤꯇꯩ ꯃꯌꯦꯛ',
  'Latin with diacritics': 'Ṭamāṭar Đặc Łódź',
  signs: '₹ ™ ® © – ½ € •',
};

async function draw(text: string, width = 500, align: 'left' | 'right' = 'left'): Promise<Buffer> {
  const document = createDocument('Names', 'Tokri', { width: 600, height: 800 });
  drawText(document, text, { x: 20, y: 20, width }, { align });
  drawText(document, text, { x: 20, y: 400, width }, { align, weight: 'bold' });
  return await toBytes(document);
}

test.each(Object.entries(names))('prints %s: the text is found as it was written', async (_script, name) => {
  expect(listUnprintable(name)).toEqual([]);
  // The reader breaks the line where the font changes.
  const pdf = await draw(name);
  // Of the fonts it has the characters of the text only: whole ones have over 50 kB.
  expect(pdf.length).toBeLessThan(20_000);
  const [page = ''] = (await readPdfPages(pdf)).map((text) => text.replace(/\n/g, ''));
  for (const word of name.normalize('NFC').split(' ')) expect(page.split(word).length - 1).toBeGreaterThan(1);
});

/** The glyph numbers of each text, as four hexadecimal digits each. */
async function glyphsOf(texts: readonly string[], weight: 'regular' | 'bold' = 'regular'): Promise<string[]> {
  const document = createDocument('Names', 'Tokri');
  document.compress = false;
  for (const text of texts) {
    document.addPage();
    drawText(document, text, { x: 20, y: 20, width: 200 }, { weight });
  }
  const pdf = (await toBytes(document)).toString('latin1');
  const pages = [...pdf.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, page = '']) => page);
  return pages
    .filter((page) => page.startsWith('1 0 0 -1 0 '))
    .map((page) =>
      [...page.matchAll(/\[([^\]]*)\] TJ/g)]
        .flatMap(([, shown = '']) => [...shown.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => hex))
        .join(''),
    );
}

// What the font engine joins or reorders, beside its letters one by one.
test.each([
  ['Devanagari', 'क्ष'],
  ['Bengali', 'কো'],
  ['Tamil', 'கொ'],
  ['Telugu', 'క్ష'],
  ['Kannada', 'ಕ್ಷ'],
  ['Malayalam', 'ക്ഷ'],
  ['Gujarati', 'ક્ષ'],
  ['Gurmukhi', 'ਕਿ'],
  ['Odia', 'କ୍ଷ'],
  ['Sinhala', 'ශ්\u200dරී'],
  ['Urdu', 'دودھ'],
])('shapes %s: %s', async (_script, syllable) => {
  const [shaped, ...letters] = await glyphsOf([syllable, ...syllable]);
  expect(shaped).toMatch(/^[0-9a-f]+$/);
  expect(shaped).not.toBe(letters.join(''));
});

test('joins Sinhala consonants around a zero-width joiner, and only these', async () => {
  const [joined, apart] = await glyphsOf(['ක්\u200dෂ', 'ක්ෂ']);
  expect(joined).toHaveLength(4);
  expect(apart).toHaveLength(8);
});

const viramas = [...'\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\uabed'];
const amongOthers = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u25cc',
  '\ufe0f',
  ' ',
  '(',
  ')',
  ', 1 kg',
  'Tata',
  '۴',
  '🥭',
];

test.each(printFonts)(
  'draws any text of %s, with a box only for characters that are named as unprintable',
  async (_font, has) => {
    const own = Array.from({ length: 0xff00 }, (_, code) => String.fromCharCode(code)).filter((character) =>
      has.test(character),
    );
    const marks = own.filter((character) => /\p{M}/u.test(character));
    const piece = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...own) },
      { weight: 3, arbitrary: fc.constantFrom(...(marks.length === 0 ? own : marks), ...viramas) },
      { weight: 2, arbitrary: fc.constantFrom(...amongOthers) },
    );
    const texts = fc.sample(fc.string({ unit: piece, minLength: 1, maxLength: 12 }), 300);
    const drawn = await glyphsOf(texts, 'regular');
    const inBold = await glyphsOf(texts, 'bold');
    texts.forEach((text, index) => {
      for (const glyphs of [drawn[index], inBold[index]]) {
        expect(glyphs, JSON.stringify(text)).toMatch(/^(?:[0-9a-f]{4})*$/);
        const hasBox = glyphs?.match(/.{4}/g)?.includes('0000') ?? false;
        expect(hasBox, JSON.stringify(text)).toBe(listUnprintable(text).length > 0);
      }
    });
  },
);

test('draws marks that a font has no place for', async () => {
  await expect(draw('ऱु ॠृ ਦੇਸੀ')).resolves.toBeInstanceOf(Buffer);
});

test('names what no font has, once, and draws a box in its place', async () => {
  expect(listUnprintable('Mango 🥭 🥭 芒果 Lay’s™ ❤️')).toEqual(['🥭', '芒', '果', '❤']);
  const [page] = await draw('Mango 🥭').then(readPdfPages);
  expect(page).toContain('🥭');
  expect(page).not.toContain('?');
});

test('the list of characters is what the files contain', () => {
  for (const [font, has] of printFonts)
    for (const weight of ['regular', 'bold']) {
      const file = readFileSync(new URL(`../base/fonts/${font}-${weight}.ttf`, import.meta.url));
      const { cmap } = opentype.parse(Uint8Array.from(file).buffer).tables;
      const missing = Array.from({ length: 0xffff - 0x20 }, (_, index) => index + 0x20).filter(
        (code) => has.test(String.fromCharCode(code)) && cmap?.glyphIndexMap[code] === undefined,
      );
      expect(missing, `${font}-${weight}`).toEqual([]);
    }
});

test('keeps a number and its unit on one line', async () => {
  const pageOf = async (text: string) => (await draw(text, 60).then(readPdfPages))[0] ?? '';
  for (const amount of ['1 kg', '500 ml', '12 pcs', '5 किलो'])
    for (const name of ['Atta', 'Atta of', 'Atta of wheat', 'Toor dal unpolished'])
      expect(await pageOf(`${name}, ${amount}`)).not.toMatch(/\d\n[^\n]*(?:kg|ml|pcs)/);
});

test('long names of any script wrap within their width', async () => {
  const document = createDocument('Names', 'Tokri');
  for (const name of Object.values(names)) {
    const long = `${name} `.repeat(20);
    expect(textHeight(document, long, 120)).toBeGreaterThan(2 * textHeight(document, 'A', 120));
  }
});
