import { readFileSync } from 'node:fs';
import { drawFood } from './food-drawings.ts';
import { dominantHue, oklch, warmerRed } from './palette.ts';
import { hashText, seededRandom } from './seeded-random.ts';

type Grain = 'powder' | 'grain' | 'seed' | 'bean' | 'nut' | 'flake' | 'leaf' | 'strand' | 'cube' | 'liquid';

interface Heap {
  grain: Grain;
  lightness: number;
  chroma: number;
  hue: number;
}

// name | grain | lightness | chroma | hue
const table = `
rice grain 0.95 0.015 95
basmati grain 0.94 0.03 90
brown-rice grain 0.66 0.07 60
poha flake 0.93 0.02 90
daliya seed 0.78 0.08 75
batter liquid 0.95 0.02 90
curd liquid 0.97 0.01 100
toor seed 0.82 0.15 85
moong seed 0.87 0.14 98
masoor seed 0.72 0.14 45
chana-dal seed 0.82 0.14 80
urad seed 0.93 0.03 95
green-moong seed 0.55 0.1 130
black-urad seed 0.3 0.02 60
mixed-dal seed 0.72 0.13 70
rajma bean 0.4 0.11 25
kabuli bean 0.86 0.06 80
kala-chana bean 0.42 0.06 50
lobia bean 0.88 0.04 85
soya cube 0.78 0.07 80
besan powder 0.88 0.11 92
maida powder 0.96 0.01 90
sooji powder 0.92 0.05 88
sabudana seed 0.97 0.005 100
ragi seed 0.42 0.08 30
jowar seed 0.88 0.05 85
bajra seed 0.66 0.03 110
quinoa seed 0.9 0.05 85
sugar cube 0.98 0.005 100
jaggery cube 0.58 0.11 60
pink-salt cube 0.84 0.06 25
turmeric powder 0.8 0.16 80
chilli-powder powder 0.52 0.19 30
coriander-powder powder 0.6 0.07 85
garam powder 0.42 0.06 50
cumin grain 0.58 0.07 75
mustard seed 0.38 0.05 50
sesame grain 0.92 0.04 90
fennel grain 0.72 0.09 120
pepper seed 0.28 0.02 50
clove strand 0.36 0.06 40
cinnamon strand 0.52 0.1 50
cardamom nut 0.72 0.11 130
star-anise nut 0.45 0.09 45
almonds nut 0.58 0.1 55
cashews nut 0.9 0.06 85
pistachios nut 0.75 0.1 115
walnuts nut 0.62 0.08 65
raisins nut 0.6 0.09 95
dates nut 0.36 0.08 40
apricots nut 0.74 0.15 65
tamarind nut 0.4 0.08 35
chia seed 0.4 0.02 280
flax grain 0.48 0.08 45
pumpkin-seeds grain 0.6 0.09 130
sunflower-seeds grain 0.6 0.02 90
mixed-seeds grain 0.66 0.08 95
oats flake 0.88 0.05 85
muesli flake 0.74 0.1 70
flakes flake 0.8 0.14 78
choc-flakes nut 0.38 0.07 50
namkeen strand 0.79 0.15 78
vermicelli strand 0.9 0.06 88
pasta strand 0.87 0.1 88
sprouts strand 0.9 0.06 115
tea-leaves leaf 0.32 0.04 60
coffee-beans bean 0.34 0.06 50
coffee-powder powder 0.36 0.06 50
ghee liquid 0.89 0.13 92
makhana nut 0.93 0.03 85
pickle cube 0.58 0.14 75
`;

const heaps = new Map(
  table
    .trim()
    .split('\n')
    .map((line): [string, Heap] => {
      const [name = '', grain, lightness, chroma, hue] = line.split(' ');
      if (!isGrain(grain)) throw new Error(`Not a heap: ${line}`);
      return [name, { grain, lightness: Number(lightness), chroma: Number(chroma), hue: Number(hue) }];
    }),
);

function isGrain(text: string | undefined): text is Grain {
  const grains = ['powder', 'grain', 'seed', 'bean', 'nut', 'flake', 'leaf', 'strand', 'cube', 'liquid'];
  return text !== undefined && grains.includes(text);
}

const bowls: readonly (readonly [string, string, string])[] = [
  ['#f7f2ea', '#d8cdbd', '#b9aa95'],
  ['#c9764d', '#9c4f2c', '#7a3a1e'],
  ['#b98a55', '#8a5f32', '#6a4522'],
  ['#7d97a6', '#54707f', '#3d5563'],
  ['#e0b65a', '#b3852c', '#8b6219'],
];

/** Draws grain, powder or liquid in a bowl, in a box of 32 by 32. Returns null for a name not in the table. */
function drawPile(name: string): { body: string; hue: number | null } | null {
  const heap = heaps.get(name);
  if (heap === undefined) return null;
  const [light, mid, dark] = bowls[hashText(`bowl ${name}`) % bowls.length] ?? ['#eee', '#ccc', '#999'];
  const id = `heap-${name}`;
  const { lightness, chroma, hue } = heap;
  const body = oklch(lightness, chroma, hue);
  const shade = oklch(lightness * 0.78, chroma, hue);
  const top = heap.grain === 'liquid' ? 13.4 : 6.4;
  const drawing = `<defs>
    <linearGradient id="${id}-bowl"><stop stop-color="${mid}"/><stop offset=".3" stop-color="${light}"/><stop offset=".65" stop-color="${mid}"/><stop offset="1" stop-color="${dark}"/></linearGradient>
    <radialGradient id="${id}-top" cx=".4" cy=".25" r=".8"><stop stop-color="${oklch(Math.min(1, lightness + 0.06), chroma * 0.8, hue)}"/><stop offset=".55" stop-color="${body}"/><stop offset="1" stop-color="${shade}"/></radialGradient>
    <clipPath id="${id}-clip"><path d="${mound(top)}"/></clipPath></defs>
    <ellipse cx="16" cy="17.4" rx="14" ry="3.9" fill="${dark}"/>
    <path d="${mound(top)}" fill="url(#${id}-top)"/>
    <g clip-path="url(#${id}-clip)">${grains(name, heap)}</g>
    <path d="M2 17.4c0 2.1 6.3 3.9 14 3.9s14-1.8 14-3.9c.2 6.6-4 11.8-9.4 12.8h-9.2C6 29.2 1.8 24 2 17.4z" fill="url(#${id}-bowl)"/>
    <path d="M2.1 18.3c.9 1.9 6.9 3.4 13.9 3.4s13-1.5 13.9-3.4" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width=".6"/>`;
  return { body: drawing, hue: chroma < 0.045 ? null : hue };
}

function mound(top: number): string {
  return `M3 17.4C6 ${top + 4} 11 ${top} 16 ${top}s10 4 13 ${(17.4 - top).toFixed(1)}c-1 2.2-6 3.5-13 3.5S4 19.6 3 17.4z`;
}

function grains(name: string, heap: Heap): string {
  if (heap.grain === 'powder' || heap.grain === 'liquid') return sheen(heap);
  const count = { grain: 130, seed: 120, bean: 46, nut: 24, flake: 46, leaf: 110, strand: 60, cube: 34 }[
    heap.grain
  ];
  const parts: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const key = `${name} ${index}`;
    // Back to front, so that nearer pieces cover farther ones.
    const y = 6.2 + (index / count) * 15;
    const x = 2.5 + seededRandom(`x ${key}`) * 27;
    const light = heap.lightness + (seededRandom(`l ${key}`) - 0.55) * 0.2;
    const fill = oklch(
      Math.max(0.12, Math.min(0.99, light)),
      heap.chroma,
      heap.hue + (seededRandom(`h ${key}`) - 0.5) * 16,
    );
    const turn = Math.round(seededRandom(`r ${key}`) * 180);
    parts.push(piece(heap.grain, x, y, turn, fill));
  }
  return parts.join('');
}

function piece(grain: Grain, x: number, y: number, turn: number, fill: string): string {
  const at = `${x.toFixed(1)} ${y.toFixed(1)}`;
  const placed = `transform="translate(${at}) rotate(${turn})" fill="${fill}"`;
  const edge = 'stroke="#000" stroke-opacity=".2" stroke-width=".18"';
  switch (grain) {
    case 'grain':
      return `<ellipse rx="1.25" ry=".42" ${placed} ${edge}/>`;
    case 'seed':
      return `<circle r=".82" ${placed} ${edge}/>`;
    case 'bean':
      return `<path d="M-1.6 0C-1.6-1.5 1.6-1.5 1.6 0S.4.6 0 .6-1.6 1.4-1.6 0z" ${placed} ${edge}/>`;
    case 'nut':
      return `<path d="M-2.3 0C-1.4-1.8 1.2-1.8 2.3 0 1.2 1.7-1.4 1.7-2.3 0z" ${placed} ${edge}/><path d="M-1.3-.3C-.5-.9.5-.9 1.2-.4" transform="translate(${at}) rotate(${turn})" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width=".3"/>`;
    case 'flake':
      return `<path d="M-1.7.2C-1.5-1.2.3-1.5 1.5-.6 2 .3.6 1.3-.5 1.1-1.2 1-1.7.8-1.7.2z" ${placed} ${edge}/>`;
    case 'leaf':
      return `<path d="M-1.3 0q1.2-.8 2.6.1-1.3.7-2.6-.1z" ${placed} ${edge}/>`;
    case 'strand':
      return `<path d="M-2.4 0Q0-1.2 2.4.3" transform="translate(${at}) rotate(${turn})" fill="none" stroke="${fill}" stroke-width=".9" stroke-linecap="round"/>`;
    default:
      return `<rect x="-1.1" y="-1.1" width="2.2" height="2.2" rx=".4" ${placed} ${edge}/>`;
  }
}

function sheen({ lightness, chroma, hue }: Heap): string {
  const pale = oklch(Math.min(1, lightness + 0.1), chroma * 0.6, hue);
  return `<path d="M7 14.5C9 10.5 12 8.5 15 8.2" fill="none" stroke="${pale}" stroke-width="1.4" stroke-linecap="round" opacity=".7"/><ellipse cx="19" cy="17.8" rx="6" ry="1" fill="${pale}" opacity=".35"/>`;
}

interface Food {
  /** SVG in a box of 32 by 32. */
  body: string;
  /** The dominant hue in degrees; null for white and grey. */
  hue: number | null;
}

// Products drawn with these emoji are white, whatever colours the emoji has.
const whites = new Set(['cow', 'glass-of-milk', 'paneer', 'diaper', 'tooth']);
const foods = new Map<string, Food>();
let emoji: Record<string, string> | undefined;

/** Returns a bowl, one of our drawings or a Fluent emoji by name. Throws for an unknown name. */
export function getFood(name: string): Food {
  const known = foods.get(name);
  if (known !== undefined) return known;
  const heap = drawPile(name);
  const body = heap?.body ?? drawFood(name) ?? ripen(name, emojiBody(name));
  const food = { body, hue: whites.has(name) ? null : heap === null ? dominantHue(body) : heap.hue };
  foods.set(name, food);
  return food;
}

/** Defines a food, once per image; `placeFood` refers to it. */
export function defineFood(name: string): string {
  return `<g id="food-${name}">${getFood(name).body}</g>`;
}

/** Draws a defined food centred at a point, rotated by `turn` degrees. */
export function placeFood(name: string, x: number, y: number, size: number, turn = 0): string {
  const scale = size / 32;
  return `<use href="#food-${name}" transform="translate(${x} ${y}) rotate(${turn}) scale(${scale}) translate(-16 -16)"/>`;
}

// Fluent draws red fruit in pink.
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
