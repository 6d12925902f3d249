import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

export type Weight = 'regular' | 'bold';

/** Style of a text. Sizes and positions are in points. */
export interface TextStyle {
  size?: number;
  weight?: Weight;
  align?: 'left' | 'right';
  colour?: string;
}

interface Run {
  face: string;
  text: string;
}

const faces = ['figtree-latin', 'figtree-latin-ext', 'baloo-2-devanagari'] as const;
const weights: readonly Weight[] = ['regular', 'bold'];
const defaultSize = 9;
const lineHeight = 1.35;
const ascent = 0.95;

// Figtree comes in two subsets; the rupee sign is in the second. Other characters become question marks.
const inDevanagari = /[\u0900-\u097f\u200c\u200d]/;
const inLatin = /[\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026]/;
const inLatinExtended =
  /[\u0100-\u0113\u0116-\u0127\u012a\u012b\u012e-\u0130\u0132-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150\u0151\u0154-\u0161\u0164\u0165\u016a-\u017e\u20b9]/;

/**
 * Creates a document with the fonts of the shop for Latin and Devanagari text: A4, or pages of another size in
 * points.
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
  for (const face of faces)
    for (const weight of weights)
      document.registerFont(
        `${face}-${weight}`,
        fileURLToPath(new URL(`./fonts/${face}-${weight}.ttf`, import.meta.url)),
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
    const runs = toRuns(line, weight);
    const width = runsWidth(document, runs, size);
    let x = align === 'right' ? position.x + position.width - width : position.x;
    const y = position.y + (index * lineHeight + ascent) * size;
    for (const run of runs) {
      document.font(run.face, size).text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic' });
      x += document.widthOfString(run.text);
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
  const fits = (line: string) => runsWidth(document, toRuns(line, weight), size) <= width;
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

function runsWidth(document: PDFKit.PDFDocument, runs: readonly Run[], size: number): number {
  return runs.reduce((sum, { face, text }) => sum + document.font(face, size).widthOfString(text), 0);
}

/** Splits text into runs of one font each. */
function toRuns(text: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const { face, drawn } = drawable(character);
    const last = runs.at(-1);
    if (last?.face === `${face}-${weight}`) last.text += drawn;
    else runs.push({ face: `${face}-${weight}`, text: drawn });
  }
  return runs;
}

function drawable(character: string): { face: (typeof faces)[number]; drawn: string } {
  if (inDevanagari.test(character)) return { face: 'baloo-2-devanagari', drawn: character };
  if (inLatinExtended.test(character)) return { face: 'figtree-latin-ext', drawn: character };
  return { face: 'figtree-latin', drawn: inLatin.test(character) ? character : '?' };
}
