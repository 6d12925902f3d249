import type { GroupDrawing } from '../drawing.ts';
import { oklch } from './colour.ts';
import { defineFood, placeFood } from './foods.ts';

type Spot = readonly [x: number, y: number, size: number, turn: number];

// From the back to the front; the first food stands in front.
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

/** Several foods together, for a category or sub-category, without a ground of its own. */
export function drawGroup({ foods, hue }: GroupDrawing): string {
  const spots = arrangements[Math.min(5, foods.length)] ?? [];
  const fromTheBack = foods.slice(0, 5).reverse();
  const shown = fromTheBack.map((food, index) => {
    const [x, y, size, turn] = spots[index] ?? [200, 200, 200, 0];
    return `<ellipse cx="${x}" cy="${y + size * 0.43}" rx="${size * 0.36}" ry="${size * 0.055}" fill="#12241a" opacity=".15"/>${placeFood(food, x, y, size, turn)}`;
  });
  return `<defs>${[...new Set(foods)].map(defineFood).join('')}<radialGradient id="glow"><stop stop-color="${oklch(0.99, 0.015, hue)}" stop-opacity=".95"/><stop offset=".7" stop-color="${oklch(0.95, 0.05, hue)}" stop-opacity=".6"/><stop offset="1" stop-color="${oklch(0.93, 0.06, hue)}" stop-opacity="0"/></radialGradient></defs><circle cx="200" cy="204" r="192" fill="url(#glow)"/>${shown.join('')}`;
}
