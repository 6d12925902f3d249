import { readFileSync } from 'node:fs';
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
  const [page = ''] = (await draw(name).then(readPdfPages)).map((text) => text.replace(/\n/g, ''));
  for (const word of name.normalize('NFC').split(' ')) expect(page.split(word).length - 1).toBeGreaterThan(1);
});

/** The glyph numbers of each text. */
async function glyphsOf(texts: readonly string[]): Promise<string[]> {
  const document = createDocument('Names', 'Tokri');
  document.compress = false;
  for (const text of texts) {
    document.addPage();
    drawText(document, text, { x: 20, y: 20, width: 200 });
  }
  const pdf = (await toBytes(document)).toString('latin1');
  return [...pdf.matchAll(/BT\n[\s\S]*?ET\n/g)].map(([block]) =>
    [...block.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => hex).join(''),
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
  ['Urdu', 'دودھ'],
])('shapes %s: %s', async (_script, syllable) => {
  const [shaped, ...letters] = await glyphsOf([syllable, ...syllable]);
  expect(shaped).toMatch(/^[0-9a-f]+$/);
  expect(shaped).not.toBe(letters.join(''));
});

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
      const extension = font.startsWith('noto') ? 'woff' : 'ttf';
      const file = readFileSync(new URL(`./fonts/${font}-${weight}.${extension}`, import.meta.url));
      const { cmap } = opentype.parse(Uint8Array.from(file).buffer).tables;
      const missing = Array.from({ length: 0xffff - 0x20 }, (_, index) => index + 0x20).filter(
        (code) => has.test(String.fromCharCode(code)) && cmap?.glyphIndexMap[code] === undefined,
      );
      expect(missing, `${font}-${weight}`).toEqual([]);
    }
});

test('long names of any script wrap within their width', async () => {
  const document = createDocument('Names', 'Tokri');
  for (const name of Object.values(names)) {
    const long = `${name} `.repeat(20);
    expect(textHeight(document, long, 120)).toBeGreaterThan(2 * textHeight(document, 'A', 120));
  }
});
