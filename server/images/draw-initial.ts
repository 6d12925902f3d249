import { readFileSync } from 'node:fs';
import * as harfbuzz from 'harfbuzzjs';
import { findPrintFont } from '#contract/tax/print-fonts.ts';

/** An initial on a ground; the colours are `#rrggbb`. */
export interface Initial {
  /** One initial as readers see it, of characters that a font of documents has. */
  text: string;
  ground: string;
  ink: string;
}

const side = 64;
// Within the circle that a phone leaves of a maskable icon.
const mostHeight = 34;
const mostWidth = 40;

/** Draws an initial in the middle of a square as SVG. As a path, because the server may have no fonts. */
export function drawInitial({ text, ground, ink }: Initial): string {
  const [first = ''] = text;
  const font = findPrintFont(first) ?? 'figtree-latin';
  const bytes = readFileSync(new URL(`../base/fonts/${font}-bold.ttf`, import.meta.url));
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes)));
  const buffer = new harfbuzz.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  harfbuzz.shape(shaper, buffer);
  const positions = buffer.getGlyphPositions();
  let x = 0;
  const glyphs = buffer.getGlyphInfos().map(({ codepoint: id }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const at = { x: x + xOffset, y: yOffset };
    x += xAdvance;
    return { path: shaper.glyphToPath(id), extents: shaper.glyphExtents(id), at };
  });
  // Fonts count upwards, SVG downwards; the height of an extent is negative.
  const boxes = glyphs.flatMap(({ extents, at }) =>
    extents === undefined || extents.width === 0
      ? []
      : [
          {
            left: at.x + extents.xBearing,
            right: at.x + extents.xBearing + extents.width,
            top: at.y + extents.yBearing,
            bottom: at.y + extents.yBearing + extents.height,
          },
        ],
  );
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.right));
  const top = Math.max(...boxes.map((box) => box.top));
  const bottom = Math.min(...boxes.map((box) => box.bottom));
  const scale = Math.min(mostHeight / (top - bottom), mostWidth / (right - left));
  const middle = `translate(${side / 2} ${side / 2}) scale(${scale} ${-scale}) translate(${-(left + right) / 2} ${-(top + bottom) / 2})`;
  const paths = glyphs.map(({ path, at }) => `<path transform="translate(${at.x} ${at.y})" d="${path}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}"><rect width="${side}" height="${side}" fill="${ground}"/><g fill="${ink}" transform="${middle}">${paths.join('')}</g></svg>`;
}
