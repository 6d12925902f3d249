import { readFileSync } from 'node:fs';
import opentype, { type Font, type PathCommand } from 'opentype.js';
import type { Face } from '../data/brands.ts';

/** Brand faces and two for small print. */
export type Lettering = Face | 'plain' | 'plain-bold';

const files: Record<Lettering, string> = {
  chunky: 'lilita-one',
  friendly: 'baloo-2-bold',
  script: 'pacifico',
  serif: 'playfair-display-bold',
  narrow: 'archivo-narrow-bold',
  slab: 'bitter-bold',
  plain: 'archivo-narrow',
  'plain-bold': 'archivo-narrow-bold',
};

const fonts = new Map<Lettering, Font>();

function fontOf(face: Lettering): Font {
  const known = fonts.get(face);
  if (known !== undefined) return known;
  const bytes = readFileSync(new URL(`./fonts/${files[face]}.woff`, import.meta.url));
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  fonts.set(face, font);
  return font;
}

export interface TextStyle {
  face: Lettering;
  size: number;
  fill: string;
  anchor?: 'start' | 'middle' | 'end';
  /** Further attributes of the path, such as a stroke. */
  attributes?: string;
}

/** Returns the width of a text. */
export function measureText(text: string, face: Lettering, size: number): number {
  return fontOf(face).getAdvanceWidth(text, size);
}

/** Returns the largest size up to `size` at which a text fits `width`. */
export function fitTextSize(text: string, face: Lettering, size: number, width: number): number {
  const full = measureText(text, face, size);
  return full <= width ? size : (size * width) / full;
}

/** Draws a line of text as a path, because the server may have no fonts. `y` is the baseline. */
export function drawText(text: string, x: number, y: number, style: TextStyle): string {
  const { face, size, fill, anchor = 'middle', attributes = '' } = style;
  const width = measureText(text, face, size);
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  const path = fontOf(face).getPath(text, left, y, size).commands.map(stroke).join('');
  return `<path d="${path}" fill="${fill}" ${attributes}/>`;
}

// opentype's own path writer turns coordinates very close to zero into NaN.
function stroke(command: PathCommand): string {
  const at = (...numbers: number[]) => numbers.map((number) => Math.round(number * 10) / 10).join(' ');
  switch (command.type) {
    case 'M':
    case 'L':
      return command.type + at(command.x, command.y);
    case 'Q':
      return `Q${at(command.x1, command.y1, command.x, command.y)}`;
    case 'C':
      return `C${at(command.x1, command.y1, command.x2, command.y2, command.x, command.y)}`;
    default:
      return 'Z';
  }
}

/** Breaks a text into at most `most` lines of similar width. */
export function breakLines(text: string, most: number): string[] {
  const words = text.split(' ');
  const wanted = Math.min(most, words.length, Math.max(1, Math.ceil(text.length / 11)));
  let best: string[] = [text];
  let bestLongest = text.length;
  for (const lines of partitions(words, wanted)) {
    const longest = Math.max(...lines.map((line) => line.length));
    if (longest < bestLongest) {
      best = lines;
      bestLongest = longest;
    }
  }
  return best;
}

function partitions(words: readonly string[], count: number): string[][] {
  if (count <= 1) return [[words.join(' ')]];
  const all: string[][] = [];
  for (let cut = 1; cut <= words.length - count + 1; cut += 1) {
    const head = words.slice(0, cut).join(' ');
    for (const tail of partitions(words.slice(cut), count - 1)) all.push([head, ...tail]);
  }
  return all;
}

/** Draws lines in the largest size that fits a box, centred vertically. */
export function drawBlock(
  lines: readonly string[],
  box: { x: number; y: number; width: number; height: number },
  style: Omit<TextStyle, 'size'> & { size: number; leading?: number },
): string {
  const { leading = 1.04, anchor = 'middle' } = style;
  const widths = lines.map((line) => fitTextSize(line, style.face, style.size, box.width));
  const size = Math.min(...widths, box.height / (lines.length * leading));
  const x = anchor === 'start' ? box.x : anchor === 'end' ? box.x + box.width : box.x + box.width / 2;
  // Capitals are about 0.7 of the font size, so half of that centres them.
  const top = box.y + box.height / 2 - ((lines.length - 1) * size * leading) / 2 + size * 0.34;
  return lines
    .map((line, index) => drawText(line, x, top + index * size * leading, { ...style, size }))
    .join('');
}
