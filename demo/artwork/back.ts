import type { PackDrawing } from './drawing.ts';
import { drawText, fitTextSize, measureText } from './lettering.ts';
import type { Box, Palette } from './palette.ts';
import { hashText, seededRandom } from './seeded-random.ts';

const ink = '#20241f';

/** Draws the back of a pack: facts, nutrition table and barcode. */
export function drawBack(pack: PackDrawing, box: Box, palette: Palette): string {
  const x = box.x + box.width * 0.09;
  const width = box.width * 0.82;
  const { brand, face, title } = pack;
  const top = box.y + box.height * 0.06;
  const heading = brand === '' ? title : brand;
  const lineHeight = Math.min(11.5, box.height / 24);
  let y = top + 34;
  const parts: string[] = [
    `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="${palette.ground}"/>`,
    `<rect x="${x - 6}" y="${top}" width="${width + 12}" height="${box.height * 0.9}" rx="7" fill="#fffdf8"/>`,
    `<path d="M${x - 6} ${top + 7}q0-7 7-7h${width - 2}q7 0 7 7v18h-${width + 12}z" fill="${palette.panel}"/>`,
    drawText(heading, x + width / 2, top + 19, {
      face,
      size: fitTextSize(heading, face, 17, width * 0.9),
      fill: palette.panelInk,
    }),
  ];
  for (const [label, text] of pack.facts ?? []) {
    parts.push(
      drawText(`${label}:`, x, y + 4, {
        face: 'plain-bold',
        size: lineHeight - 1,
        fill: ink,
        anchor: 'start',
      }),
    );
    y += lineHeight;
    for (const line of wrap(text, width, lineHeight - 1.5).slice(0, 2)) {
      parts.push(
        drawText(line, x, y + 3, { face: 'plain', size: lineHeight - 1.5, fill: ink, anchor: 'start' }),
      );
      y += lineHeight - 0.5;
    }
    y += 2;
  }
  const bottom = top + box.height * 0.9;
  const barcodeTop = bottom - 40;
  parts.push(
    table(pack, { x, y: y + 3, width, height: barcodeTop - y - 10 }),
    barcode(pack, x, barcodeTop, width),
  );
  return parts.join('');
}

const rows: readonly (readonly [string, number, string])[] = [
  ['Energy', 380, 'kcal'],
  ['Protein', 14, 'g'],
  ['Carbohydrate', 62, 'g'],
  ['of which sugars', 18, 'g'],
  ['Fat', 16, 'g'],
  ['Sodium', 240, 'mg'],
];

function table(pack: PackDrawing, { x, y, width, height }: Box): string {
  const rowHeight = 11;
  const count = Math.min(rows.length, Math.floor(height / rowHeight) - 1);
  const isFood = (pack.facts ?? []).some(([label]) => label === 'Ingredients');
  if (!isFood) return advice({ x, y, width, height });
  if (count < 2) return '';
  const cells = rows.slice(0, count).map(([name, most, unit], index) => {
    const amount = Math.round(most * (0.25 + seededRandom(`${name} ${pack.title}`) * 0.75));
    const line = y + (index + 1) * rowHeight;
    return `<path d="M${x} ${line}h${width}" stroke="${ink}" stroke-opacity=".35" stroke-width=".7"/>${drawText(name, x + 4, line + 8.6, { face: 'plain', size: 8.6, fill: ink, anchor: 'start' })}${drawText(`${amount} ${unit}`, x + width - 4, line + 8.6, { face: 'plain', size: 8.6, fill: ink, anchor: 'end' })}`;
  });
  return `<rect x="${x}" y="${y}" width="${width}" height="${(count + 1) * rowHeight}" fill="none" stroke="${ink}" stroke-width="1"/>${drawText('Per 100 g (demo values)', x + 4, y + 8.4, { face: 'plain-bold', size: 8.6, fill: ink, anchor: 'start' })}${cells.join('')}`;
}

const advices = [
  'Read the whole label before first use.',
  'Keep out of the reach of small children.',
  'Recycle the pack where it is collected.',
  'Return within 7 days if it does not suit you.',
  'Questions? Write to the demo shop.',
];

function advice({ x, y, width, height }: Box): string {
  const lineHeight = Math.min(19, height / advices.length);
  if (lineHeight < 10) return '';
  return advices
    .map((text, index) => {
      const line = y + 10 + index * lineHeight;
      const size = fitTextSize(text, 'plain', 10, width - 12);
      return `<circle cx="${x + 3}" cy="${line - 3}" r="2.2" fill="${ink}"/>${drawText(text, x + 11, line, { face: 'plain', size, fill: ink, anchor: 'start' })}`;
    })
    .join('');
}

function barcode(pack: PackDrawing, x: number, y: number, width: number): string {
  let at = x;
  const bars: string[] = [];
  for (let index = 0; at < x + width * 0.5; index += 1) {
    const thickness = 1 + (hashText(`bar ${index} ${pack.title} ${pack.brand}`) % 3) * 0.8;
    bars.push(`M${at.toFixed(1)} ${y}h${thickness.toFixed(1)}v24h-${thickness.toFixed(1)}z`);
    at += thickness + 1 + (hashText(`gap ${index} ${pack.title}`) % 2) * 0.9;
  }
  const digits = String(hashText(`${pack.brand} ${pack.title} ${pack.unit}`))
    .padStart(12, '8')
    .slice(0, 12);
  return `<path d="${bars.join('')}" fill="${ink}"/>${drawText(digits, x, y + 33, { face: 'plain', size: 8, fill: ink, anchor: 'start' })}${drawText(pack.unit, x + width, y + 12, { face: 'plain-bold', size: 12, fill: ink, anchor: 'end' })}${drawText('DEMO SHOP', x + width, y + 25, { face: 'plain', size: 8, fill: ink, anchor: 'end' })}`;
}

function wrap(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measureText(longer, 'plain', size) > width && line !== '') {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}
