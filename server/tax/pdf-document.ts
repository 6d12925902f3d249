import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import * as harfbuzz from 'harfbuzzjs';
import PDFDocument from 'pdfkit';
import {
  findPrintFont,
  isInvisible,
  type PrintFont,
  printFonts,
  toPrinted,
} from '#contract/tax/print-fonts.ts';

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

/** What pdfkit embeds: of a text it asks `layout` for the glyphs, in units of the font. */
interface OpenedFont {
  layout: (text: string) => { glyphs: Glyph[]; positions: harfbuzz.GlyphPosition[]; advanceWidth: number };
}

interface Glyph {
  id: number;
  advanceWidth: number;
  /** The characters that it stands for, for search and copying. */
  codePoints: number[];
}

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      registerFont(name: string, font: OpenedFont): this;
    }
  }
}

const defaultSize = 9;
const lineHeight = 1.35;
const ascent = 0.95;

/**
 * Creates a document with fonts for Latin and all scripts of India: A4, or pages of another size in points. A font is
 * opened when a text needs it, and only the glyphs that are used become part of the document.
 */
export function createDocument(
  title: string,
  author: string,
  size?: { width: number; height: number },
): PDFKit.PDFDocument {
  return new PDFDocument({
    size: size === undefined ? 'A4' : [size.width, size.height],
    margin: 0,
    bufferPages: true,
    info: { Title: title, Author: author },
  });
}

/** Opened fonts by file name: reading and preparing one takes longer than drawing a document. */
const opened = new Map<string, OpenedFont>();

function selectFont(
  document: PDFKit.PDFDocument,
  font: PrintFont,
  { size, weight }: { size: number; weight: Weight },
): PDFKit.PDFDocument {
  const name = `${font}-${weight}`;
  const present = opened.get(name) ?? openFont(name);
  opened.set(name, present);
  return document.registerFont(name, present).font(name, size);
}

/**
 * Opens a font whose glyphs HarfBuzz chooses and places. The engine of pdfkit, fontkit, is forty times slower for Urdu,
 * and for some texts it throws or does not return, such as a mark of Meetei Mayek alone.
 */
function openFont(name: string): OpenedFont {
  const bytes = readFileSync(new URL(`../base/fonts/${name}.ttf`, import.meta.url));
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes)));
  // One for all texts: the memory of others would be free only after the document.
  const buffer = new harfbuzz.Buffer();
  const layout: OpenedFont['layout'] = (text) => {
    buffer.reset();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    harfbuzz.shape(shaper, buffer);
    const infos = buffer.getGlyphInfos();
    const positions = buffer.getGlyphPositions();
    const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((one, other) => one - other);
    const glyphs = infos.map(({ codepoint: id, cluster }, index) => {
      const isFirst = infos[index - 1]?.cluster !== cluster;
      const end = starts[starts.indexOf(cluster) + 1] ?? text.length;
      return {
        id,
        advanceWidth: shaper.glyphHAdvance(id),
        codePoints: isFirst
          ? [...text.slice(cluster, end)].map((character) => character.codePointAt(0) ?? 0)
          : [],
      };
    });
    return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) };
  };
  return Object.assign(create(bytes), { layout });
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
      selectFont(document, font, { size, weight }).text(run, x, y, {
        lineBreak: false,
        baseline: 'alphabetic',
      });
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

/** The size at which a text is on one line of this width: that of the style, or less. */
export function fitSize(
  document: PDFKit.PDFDocument,
  text: string,
  width: number,
  { size = defaultSize, weight = 'regular' }: TextStyle = {},
): number {
  const fitting = (size * width) / runsWidth(document, toRuns(toPrinted(text)), { size, weight });
  return Math.min(size, Math.floor(fitting * 10) / 10);
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
  const words = toPrinted(text)
    .replace(/[^\S\u00a0]+/g, ' ')
    .split(breaks)
    .flatMap((word) => splitWord(word, fits));
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** Spaces at which a line may end: not those of `1 kg`, `500 ml` and `12 pcs`. */
const breaks = /(?<!\d) | (?![\p{L}\p{M}]{1,5}(?![\p{L}\p{M}]))/u;

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
  style: { size: number; weight: Weight },
): number {
  return runs.reduce((sum, { font, text }) => sum + selectFont(document, font, style).widthOfString(text), 0);
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
const arabicWord = String.raw`(?:(?!\p{Nd})[\p{Script=Arabic}\u0640\u064b-\u065f][\u200c\u200d]*)+`;
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
