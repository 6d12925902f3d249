import { readFileSync } from 'node:fs';
import { dominantHue, warmerRed } from './colour.ts';
import { drawHeap } from './heaps.ts';
import { drawOwnFood } from './own-foods.ts';

interface Food {
  /** SVG in a box of 32 by 32. */
  body: string;
  /** The hue that it shows most, in degrees; null for what is white or grey. */
  hue: number | null;
}

// What they stand for is white, whatever colours their picture has.
const whites = new Set(['cow', 'glass-of-milk', 'paneer', 'diaper', 'tooth']);
const foods = new Map<string, Food>();
let emoji: Record<string, string> | undefined;

/** A food by its name: one of our drawings, a bowl of something, or a Fluent emoji. Throws for any other name. */
export function foodOf(name: string): Food {
  const known = foods.get(name);
  if (known !== undefined) return known;
  const heap = drawHeap(name);
  const body = heap?.body ?? drawOwnFood(name) ?? ripen(name, emojiBody(name));
  const food = { body, hue: whites.has(name) ? null : heap === null ? dominantHue(body) : heap.hue };
  foods.set(name, food);
  return food;
}

/** The definition of a food, once for a picture; `placeFood` shows it as often as wanted. */
export function defineFood(name: string): string {
  return `<g id="food-${name}">${foodOf(name).body}</g>`;
}

/** A food with its centre at a point, in a given size, perhaps turned by some degrees. */
export function placeFood(name: string, x: number, y: number, size: number, turn = 0): string {
  const scale = size / 32;
  return `<use href="#food-${name}" transform="translate(${x} ${y}) rotate(${turn}) scale(${scale}) translate(-16 -16)"/>`;
}

// Fluent draws red fruit in pink; on a shelf a tomato has to look like one.
const pinkReds = /^(?:tomato|hot-pepper|red-apple|cherries|strawberry|pie|pizza|popcorn|crab|lobster)$/;

function ripen(name: string, body: string): string {
  return pinkReds.test(name) ? body.replaceAll(/#[0-9A-Fa-f]{6}\b/g, warmerRed) : body;
}

function emojiBody(name: string): string {
  emoji ??= readEmoji();
  const body = emoji[name];
  if (body === undefined) throw new Error(`The artist knows no food called ${name}.`);
  return body;
}

function readEmoji(): Record<string, string> {
  const parsed: unknown = JSON.parse(readFileSync(new URL('./food.json', import.meta.url), 'utf8'));
  const isFoodTable = (value: unknown): value is Record<string, string> =>
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((body) => typeof body === 'string');
  if (!isFoodTable(parsed)) throw new Error('food.json must be a table of drawings.');
  return parsed;
}
