import { type Drawing, drawing, type PackDrawing } from '../drawing.ts';
import { drawBack } from './back.ts';
import { drawCloseUp } from './close-up.ts';
import { defineFood } from './foods.ts';
import { drawGroup } from './group.ts';
import { looseForms } from './loose.ts';
import { drawPack } from './pack.ts';

/**
 * Draws a picture of the demo catalogue as SVG text, 400 by 400, see-through where nothing stands. Throws for
 * anything but a `Drawing`.
 */
export function drawPicture(wanted: unknown): string {
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
  return looseForms[pack.shape]?.(pack) ?? drawPack(pack);
}

// Loose goods have no back: theirs is the card that hangs beside them in the shop. Small packs show it larger.
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
  // A square box of three looks wide; the back wants a tall one.
  return withoutBack.has(pack.shape) ? { ...pack, shape: 'sachet' } : pack;
}
