import { drawBack } from './back.ts';
import { type Drawing, drawing, type GroupDrawing, type PackDrawing } from './drawing.ts';
import { defineFood, getFood, placeFood } from './foods.ts';
import { breakLines, drawBlock, drawText, fitTextSize } from './lettering.ts';
import { drawPack, looseGoods } from './pack.ts';
import { oklch } from './palette.ts';

/**
 * Draws an image of the demo catalogue as SVG text, 400 by 400 on a transparent background. Throws for anything but
 * a `Drawing`.
 */
export function drawImage(wanted: unknown): string {
  const content = drawContent(drawing.parse(wanted));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400">${content}</svg>`;
}

function drawContent(wanted: Drawing): string {
  switch (wanted.view) {
    case 'group':
      return drawGroup(wanted);
    case 'close-up':
      return drawCloseUp(wanted);
    case 'back':
      return drawPack(backOf(wanted), (box, palette) => drawBack(wanted, box, palette));
    default:
      return `<defs>${defineFood(wanted.food)}</defs>${drawFront(wanted)}`;
  }
}

function drawFront(pack: PackDrawing): string {
  return looseGoods[pack.shape]?.(pack) ?? drawPack(pack);
}

// Loose goods and small packs have no room for the facts. Their back is drawn on a sachet.
const withoutBack = new Set([
  'loose',
  'bunch',
  'net',
  'tray',
  'punnet',
  'crate',
  'paper-bag',
  'bar',
  'egg-box',
  'matka',
  'cone',
  'bottle',
  'dispenser',
  'jar',
  'tub',
  'roll',
  'gift-box',
  'tube',
  'can',
]);

function backOf(pack: PackDrawing): PackDrawing {
  return withoutBack.has(pack.shape) ? { ...pack, shape: 'sachet' } : pack;
}

/** The food, large, on a background of its hue, with the name below. */
function drawCloseUp(pack: PackDrawing): string {
  const { food, brand, face, title, look } = pack;
  const hue = getFood(food).hue ?? pack.hue;
  const turn = (look % 7) * 4 - 12;
  const ink = oklch(0.32, 0.08, hue);
  return `<defs>${defineFood(food)}<radialGradient id="glow" cy=".4"><stop stop-color="${oklch(0.985, 0.02, hue)}"/><stop offset="1" stop-color="${oklch(0.885, 0.075, hue)}"/></radialGradient></defs>
    <rect width="400" height="400" rx="36" fill="url(#glow)"/>
    <g opacity=".3">${placeFood(food, 62, 78, 96, -24)}${placeFood(food, 348, 66, 84, 22)}${placeFood(food, 356, 262, 70, 14)}${placeFood(food, 44, 264, 70, -10)}</g>
    <ellipse cx="200" cy="292" rx="104" ry="13" fill="#000" opacity=".14"/>${placeFood(food, 200, 172, 252, turn)}
    ${brand === '' ? '' : drawText(brand, 200, 330, { face, size: fitTextSize(brand, face, 24, 300), fill: oklch(0.48, 0.12, hue) })}
    ${drawBlock(breakLines(title, 2), { x: 40, y: brand === '' ? 316 : 338, width: 320, height: brand === '' ? 64 : 48 }, { face: 'friendly', size: 32, fill: ink, leading: 1 })}`;
}

type Spot = readonly [x: number, y: number, size: number, turn: number];

// Ordered back to front: the first food is drawn last.
const arrangements: Record<number, readonly Spot[]> = {
  1: [[200, 200, 300, 0]],
  2: [
    [256, 206, 220, 12],
    [148, 216, 230, -8],
  ],
  3: [
    [122, 162, 172, -14],
    [284, 162, 172, 14],
    [200, 236, 226, 0],
  ],
  4: [
    [122, 140, 160, -12],
    [282, 140, 160, 12],
    [128, 270, 164, -6],
    [258, 250, 200, 6],
  ],
  5: [
    [200, 108, 150, 0],
    [96, 176, 150, -16],
    [306, 176, 150, 16],
    [272, 284, 160, 10],
    [148, 272, 186, -6],
  ],
};

/** Several foods together on a transparent background, for a category or sub-category. */
function drawGroup({ foods }: GroupDrawing): string {
  const spots = arrangements[Math.min(5, foods.length)] ?? [];
  const fromTheBack = foods.slice(0, 5).reverse();
  const shown = fromTheBack.map((food, index) => {
    const [x, y, size, turn] = spots[index] ?? [200, 200, 200, 0];
    return `<ellipse cx="${x}" cy="${y + size * 0.43}" rx="${size * 0.36}" ry="${size * 0.055}" fill="#12241a" opacity=".15"/>${placeFood(food, x, y, size, turn)}`;
  });
  return `<defs>${[...new Set(foods)].map(defineFood).join('')}</defs>${shown.join('')}`;
}
