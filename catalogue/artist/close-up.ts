import type { PackDrawing } from '../drawing.ts';
import { oklch } from './colour.ts';
import { defineFood, foodOf, placeFood } from './foods.ts';
import { breakLines, drawBlock, drawText, fittingSize } from './lettering.ts';

/** The food itself, large, on a ground of its own colour, with the name below. */
export function drawCloseUp(pack: PackDrawing): string {
  const { food, brand, face, title, look } = pack;
  const hue = foodOf(food).hue ?? pack.hue;
  const turn = (look % 7) * 4 - 12;
  const ink = oklch(0.32, 0.08, hue);
  return `<defs>${defineFood(food)}<radialGradient id="glow" cy=".4"><stop stop-color="${oklch(0.985, 0.02, hue)}"/><stop offset="1" stop-color="${oklch(0.885, 0.075, hue)}"/></radialGradient></defs>
    <rect width="400" height="400" rx="36" fill="url(#glow)"/>
    <g opacity=".3">${placeFood(food, 62, 78, 96, -24)}${placeFood(food, 348, 66, 84, 22)}${placeFood(food, 356, 262, 70, 14)}${placeFood(food, 44, 264, 70, -10)}</g>
    <ellipse cx="200" cy="292" rx="104" ry="13" fill="#000" opacity=".14"/>${placeFood(food, 200, 172, 252, turn)}
    ${brand === '' ? '' : drawText(brand, 200, 330, { face, size: fittingSize(brand, face, 24, 300), fill: oklch(0.48, 0.12, hue) })}
    ${drawBlock(breakLines(title, 2), { x: 40, y: brand === '' ? 316 : 338, width: 320, height: brand === '' ? 64 : 48 }, { face: 'friendly', size: 32, fill: ink, leading: 1 })}`;
}
