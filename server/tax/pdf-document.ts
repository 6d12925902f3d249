import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { findPrintFont, isInvisible, type PrintFont, printFonts } from '#contract/tax/print-fonts.ts';

export type Weight = 'regular' | 'bold';

/** Style of a text. Sizes and positions are in points. */
export interface TextStyle {
  size?: number;
  weight?: Weight;
  align?: 'left' | 'right';
  colour?: string;
}

interface Run {
  font: PrintFont;
  text: string;
}

const weights: readonly Weight[] = ['regular', 'bold'];
const defaultSize = 9;
const lineHeight = 1.35;
const ascent = 0.95;

/**
 * Creates a document with fonts for Latin and all scripts of India: A4, or pages of another size in points. A font is
 * read when a text needs it, and only the glyphs that are used become part of the document.
 */
export function createDocument(
  title: string,
  author: string,
  size?: { width: number; height: number },
): PDFKit.PDFDocument {
  const document = new PDFDocument({
    size: size === undefined ? 'A4' : [size.width, size.height],
    margin: 0,
    bufferPages: true,
    info: { Title: title, Author: author },
  });
  for (const [font] of printFonts)
    for (const weight of weights)
      document.registerFont(
        `${font}-${weight}`,
        fileURLToPath(
          new URL(`./fonts/${font}-${weight}.${font.startsWith('noto') ? 'woff' : 'ttf'}`, import.meta.url),
        ),
      );
  return document;
}

/** Draws wrapped text from its top left corner and returns its height. */
export function drawText(
  document: PDFKit.PDFDocument,
  text: string,
  position: { x: number; y: number; width: number },
  { size = defaultSize, weight = 'regular', align = 'left', colour = '#12241a' }: TextStyle = {},
): number {
  const lines = wrapText(document, text, position.width, { size, weight });
  document.fillColor(colour);
  lines.forEach((line, index) => {
    const runs = toRuns(line);
    const width = runsWidth(document, runs, { size, weight });
    let x = align === 'right' ? position.x + position.width - width : position.x;
    const y = position.y + (index * lineHeight + ascent) * size;
    for (const { font, text: run } of runs) {
      // Glyphs of other scripts are joined and reordered: who searches or copies gets the text as it was written.
      const isLatin = font.startsWith('figtree');
      if (!isLatin) document.markContent('Span', { actual: run });
      document.font(`${font}-${weight}`, size).text(run, x, y, { lineBreak: false, baseline: 'alphabetic' });
      if (!isLatin) document.endMarkedContent();
      x += document.widthOfString(run);
    }
  });
  return lines.length * size * lineHeight;
}

/** Returns the height that `drawText` will need. */
export function textHeight(
  document: PDFKit.PDFDocument,
  text: string,
  width: number,
  { size = defaultSize, weight = 'regular' }: TextStyle = {},
): number {
  return wrapText(document, text, width, { size, weight }).length * size * lineHeight;
}

function wrapText(
  document: PDFKit.PDFDocument,
  text: string,
  width: number,
  { size, weight }: { size: number; weight: Weight },
): string[] {
  const fits = (line: string) => runsWidth(document, toRuns(line), { size, weight }) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text
    .normalize('NFC')
    .split(/\s+/)
    .flatMap((each) => splitWord(each, fits))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** Splits a word that is longer than a line. */
function splitWord(word: string, fits: (text: string) => boolean): string[] {
  if (fits(word)) return [word];
  const found: string[] = [];
  let piece = '';
  for (const { segment } of new Intl.Segmenter('en').segment(word)) {
    if (piece !== '' && !fits(piece + segment)) {
      found.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...found, piece];
}

function runsWidth(
  document: PDFKit.PDFDocument,
  runs: readonly Run[],
  { size, weight }: { size: number; weight: Weight },
): number {
  return runs.reduce(
    (sum, { font, text }) => sum + document.font(`${font}-${weight}`, size).widthOfString(text),
    0,
  );
}

/** Splits a line into runs of one font each, in the order in which they stand from left to right. */
function toRuns(line: string): Run[] {
  const runs: Run[] = [];
  for (const part of inVisualOrder(line)) {
    let last: Run | undefined;
    for (const character of part) {
      const font = toFont(character, last?.font);
      if (font === null) continue;
      // The font engine reverses Arabic numbers with the words around them, so each digit is a run.
      if (last?.font === font && !arabicDigit.test(character)) last.text += character;
      else {
        last = { font, text: character };
        runs.push(last);
      }
    }
  }
  return runs;
}

/** Marks and joiners stay in the font of the character before them; what no font has is drawn as the box of one. */
function toFont(character: string, last: PrintFont | undefined): PrintFont | null {
  const isShared = /[\p{M}\u0964\u0965\u200b-\u200d]/u.test(character);
  if (
    isShared &&
    last !== undefined &&
    printFonts.some(([font, has]) => font === last && has.test(character))
  )
    return last;
  return findPrintFont(character) ?? (isInvisible(character) ? null : 'noto-sans-latin');
}

const arabicDigit = /[\u0660-\u0669\u06f0-\u06f9]/;
const arabicWord = String.raw`(?:(?!\p{Nd})[\p{Script=Arabic}\u0640\u064b-\u065f\u200c\u200d])+`;
const number = String.raw`\p{Nd}(?:[\p{Nd}.,:/]*\p{Nd})?`;
const arabicSpan = new RegExp(String.raw`(\(?${arabicWord}(?:\P{L}*?${arabicWord})*\)?)`, 'u');
const arabicParts = new RegExp(`${arabicWord}|${number}|.`, 'gu');
const mirrored: Partial<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[' };

/**
 * Splits a line at its Arabic text, whose words stand from right to left, with numbers from left to right. A line as
 * such runs from left to right, and a number behind the last Arabic word is not part of it: `name, 1 kg`.
 */
function inVisualOrder(line: string): string[] {
  return line.split(arabicSpan).flatMap((text, index) => {
    if (index % 2 === 0) return [text];
    // A bracket around Latin and Arabic text stands outside.
    const [, before = '', within = '', after = ''] = hasPairs(text)
      ? ['', '', text, '']
      : (/^(\(?)(.*?)(\)?)$/u.exec(text) ?? []);
    const parts = (within.match(arabicParts) ?? []).map((part) => mirrored[part] ?? part);
    return [before, ...parts.reverse(), after];
  });
}

const hasPairs = (text: string) => text.split('(').length === text.split(')').length;
