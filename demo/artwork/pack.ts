import type { PackDrawing } from './drawing.ts';
import { getFood, placeFood } from './foods.ts';
import { drawLabel } from './label.ts';
import {
  type PackShape,
  rounded,
  roundShapes,
  type ShapeInput,
  softShapes,
  stiffShapes,
} from './pack-shapes.ts';
import { type Box, choosePalette, oklch, type Palette } from './palette.ts';

const forms: Record<string, (input: ShapeInput) => PackShape> = {
  ...softShapes,
  ...stiffShapes,
  ...roundShapes,
};

function choosePackPalette({ hue, food, look }: PackDrawing): Palette {
  return choosePalette(hue, getFood(food).hue ?? (hue + 20) % 360, look);
}

// Light falls from the upper left.
const lights: Record<PackShape['light'], string> = {
  round:
    '<linearGradient id="light"><stop stop-color="#000" stop-opacity=".3"/><stop offset=".13" stop-color="#000" stop-opacity=".04"/><stop offset=".24" stop-color="#fff" stop-opacity=".38"/><stop offset=".36" stop-color="#fff" stop-opacity="0"/><stop offset=".7" stop-color="#000" stop-opacity=".03"/><stop offset=".92" stop-color="#000" stop-opacity=".3"/><stop offset="1" stop-color="#000" stop-opacity=".2"/></linearGradient>',
  glass:
    '<linearGradient id="light"><stop stop-color="#fff" stop-opacity=".5"/><stop offset=".05" stop-color="#000" stop-opacity=".16"/><stop offset=".16" stop-color="#fff" stop-opacity=".4"/><stop offset=".3" stop-color="#fff" stop-opacity="0"/><stop offset=".8" stop-color="#000" stop-opacity=".05"/><stop offset=".95" stop-color="#000" stop-opacity=".26"/><stop offset="1" stop-color="#fff" stop-opacity=".4"/></linearGradient>',
  soft: '<linearGradient id="light" x2="1" y2=".25"><stop stop-color="#000" stop-opacity=".16"/><stop offset=".1" stop-color="#fff" stop-opacity=".2"/><stop offset=".28" stop-color="#fff" stop-opacity=".1"/><stop offset=".6" stop-color="#000" stop-opacity="0"/><stop offset=".86" stop-color="#000" stop-opacity=".1"/><stop offset="1" stop-color="#000" stop-opacity=".24"/></linearGradient>',
  flat: '<linearGradient id="light" x2=".7" y2="1"><stop stop-color="#fff" stop-opacity=".2"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".1"/></linearGradient>',
};

/** Draws a pack; `print` draws its label into the box of its shape. Throws for an unknown shape. */
export function drawPack(
  pack: PackDrawing,
  print: (box: Box, palette: Palette) => string = (box, palette) => drawLabel(pack, box, palette),
): string {
  const { shape, look, food, title } = pack;
  const makeForm = forms[shape];
  if (makeForm === undefined) throw new Error(`Unknown pack shape ${shape}.`);
  const palette = choosePackPalette(pack);
  const hue = getFood(food).hue;
  const isWhite = hue === null;
  const form = makeForm({
    palette,
    contents: isWhite ? '#fbf9f3' : oklch(0.84, 0.12, hue),
    contentsDeep: isWhite ? '#e2ddd0' : oklch(0.68, 0.14, hue),
    // Scaled, so that shape variants are independent of the palette.
    look: Math.floor(look / 3),
    title,
  });
  return `<defs>${lights[form.light]}<clipPath id="body"><path d="${form.body}"/></clipPath><clipPath id="print" clip-path="url(#body)"><path d="${form.labelOutline ?? form.body}"/></clipPath></defs>
    ${groundShadow(form.shadow, form.floor)}${form.behind ?? ''}
    <path d="${form.body}" fill="${form.fill ?? palette.ground}"/>
    <g clip-path="url(#print)">${form.labelOutline === undefined ? `<rect width="400" height="400" fill="${palette.ground}"/>` : ''}${print(form.label, palette)}</g>
    <path d="${form.body}" fill="url(#light)"/>${form.before ?? ''}`;
}

/** A soft, half-transparent shadow. */
function groundShadow(halfWidth: number, y = 376): string {
  return `<defs><radialGradient id="ground-shadow"><stop stop-color="#1b2b20" stop-opacity=".42"/><stop offset=".6" stop-color="#1b2b20" stop-opacity=".18"/><stop offset="1" stop-color="#1b2b20" stop-opacity="0"/></radialGradient></defs><ellipse cx="206" cy="${y}" rx="${halfWidth * 1.22}" ry="16" fill="url(#ground-shadow)"/>`;
}

type Spot = readonly [x: number, y: number, size: number, turn: number];

const heaps: readonly (readonly Spot[])[] = [
  [
    [122, 250, 190, -12],
    [280, 252, 190, 14],
    [200, 176, 200, 3],
    [200, 290, 180, -4],
  ],
  [
    [130, 268, 210, -18],
    [262, 258, 230, 10],
    [190, 160, 190, 24],
  ],
  [
    [200, 208, 310, 0],
    [310, 306, 130, 20],
  ],
  [
    [108, 292, 150, -10],
    [204, 298, 156, 6],
    [298, 292, 150, 16],
    [152, 206, 156, 8],
    [252, 204, 156, -12],
    [202, 122, 150, 4],
  ],
];

function heapOf(food: string, spots: readonly Spot[]): string {
  return spots
    .map(
      ([x, y, size, turn]) =>
        `<ellipse cx="${x}" cy="${y + size * 0.42}" rx="${size * 0.38}" ry="${size * 0.06}" fill="#12241a" opacity=".16"/>${placeFood(food, x, y, size, turn)}`,
    )
    .join('');
}

function sticker(pack: PackDrawing, x: number, y: number, width: number, height: number): string {
  const box = { x, y, width, height };
  return `<defs><clipPath id="sticker"><path d="${rounded(x, y, width, height, 10)}"/></clipPath></defs><path d="${rounded(x, y + 2, width, height, 10)}" fill="#000" opacity=".2"/><g clip-path="url(#sticker)">${drawLabel(pack, box, choosePackPalette(pack))}</g>`;
}

const isOne = ({ unit }: PackDrawing) => /^1 (pc|bunch)/.test(unit);

function named(pack: PackDrawing): PackDrawing {
  return pack.brand === '' ? { ...pack, brand: 'Tokri Fresh' } : pack;
}

/** Unpacked goods. */
export const looseGoods: Record<string, (pack: PackDrawing) => string> = {
  loose: (pack) => {
    if (isOne(pack))
      return `${groundShadow(110, 366)}${placeFood(pack.food, 200, 204, 330, (pack.look % 5) * 4 - 8)}`;
    const spots = heaps[pack.look % heaps.length] ?? [];
    return heapOf(pack.food, spots);
  },
  bunch: (pack) => {
    const spots: Spot[] = [
      [118, 178, 210, -34],
      [282, 178, 210, 34],
      [160, 160, 230, -14],
      [240, 160, 230, 14],
      [200, 176, 240, 0],
    ];
    const palette = choosePackPalette(pack);
    return `${groundShadow(70)}<path d="M172 250q28 20 56 0l16 112q-44 20-88 0z" fill="#5b9a3d"/><path d="M186 262l-8 98M200 264v102M214 262l8 98" stroke="#3c7328" stroke-width="4"/>${spots.map(([x, y, size, turn]) => placeFood(pack.food, x, y, size, turn)).join('')}<path d="M164 284q36 20 72 0l4 30q-40 22-80 0z" fill="${palette.accent}"/><path d="M164 290q36 18 72 0" stroke="#fff" stroke-opacity=".5" stroke-width="3" fill="none"/>`;
  },
  net: (pack) => {
    const outline =
      'M186 64q14 8 28 0c10 34 96 70 116 150 16 84-22 160-130 160S54 298 70 214c20-80 106-116 116-150z';
    const spots: Spot[] = [
      [132, 300, 120, -10],
      [204, 312, 124, 8],
      [272, 296, 120, 16],
      [110, 220, 116, 12],
      [190, 228, 122, -14],
      [272, 216, 118, 4],
      [160, 152, 108, 10],
      [232, 150, 108, -8],
    ];
    return `<defs><pattern id="mesh" width="22" height="22" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0H22M0 0V22" stroke="#e2462f" stroke-width="3.4" fill="none"/></pattern><clipPath id="net"><path d="${outline}"/></clipPath></defs>
      ${groundShadow(120)}<path d="${outline}" fill="#fff" opacity=".25"/><g clip-path="url(#net)">${spots.map(([x, y, size, turn]) => placeFood(pack.food, x, y, size, turn)).join('')}<rect width="400" height="400" fill="url(#mesh)" opacity=".72"/></g>
      <path d="M178 66c-14-18-24-30-18-46q20 12 40 4 20 8 40-4c6 16-4 28-18 46z" fill="#e2462f"/><rect x="174" y="58" width="52" height="16" rx="7" fill="#b7301c"/>${sticker(named(pack), 104, 232, 192, 84)}`;
  },
  tray: (pack) => {
    const spots: Spot[] =
      pack.look % 2 === 0
        ? [
            [124, 186, 128, -8],
            [276, 186, 128, 10],
            [200, 176, 136, 3],
            [122, 278, 128, 8],
            [278, 278, 128, -12],
            [200, 284, 136, -4],
          ]
        : [
            [130, 206, 170, -16],
            [268, 200, 170, 14],
            [200, 262, 176, 2],
          ];
    const tray = ['#20252a', '#f4f6f5', '#2f6f4a', '#e9dcc4'][Math.floor(pack.look / 2) % 4] ?? '#20252a';
    return `${groundShadow(150, 356)}<path d="${rounded(34, 96, 332, 262, 34)}" fill="#000" opacity=".22"/><path d="${rounded(34, 90, 332, 262, 34)}" fill="${tray}"/><path d="${rounded(50, 106, 300, 228, 26)}" fill="#000" opacity=".16"/>
      ${heapOf(pack.food, spots)}<path d="${rounded(34, 90, 332, 262, 34)}" fill="#fff" opacity=".1"/><path d="M60 120L190 96 70 250zM300 344l56-110v80q-4 26-30 30z" fill="#fff" opacity=".2"/>${sticker(named(pack), 48, 62, 214, 92)}`;
  },
  punnet: (pack) => {
    const spots: Spot[] = [
      [118, 176, 118, -10],
      [200, 160, 126, 8],
      [284, 176, 118, 12],
      [150, 236, 124, 10],
      [250, 236, 124, -8],
      [106, 268, 100, 0],
      [294, 268, 100, 0],
      [200, 290, 124, 4],
    ];
    return `${groundShadow(138)}<defs><clipPath id="punnet"><path d="M46 120H354L326 350q-4 26-30 26H104q-26 0-30-26z"/></clipPath></defs><path d="M46 120H354L326 350q-4 26-30 26H104q-26 0-30-26z" fill="#eaf4f4" opacity=".55"/><g clip-path="url(#punnet)">${spots.map(([x, y, size, turn]) => placeFood(pack.food, x, y, size, turn)).join('')}</g>
      <path d="M46 120H354L326 350q-4 26-30 26H104q-26 0-30-26z" fill="#fff" opacity=".16"/><path d="M70 130l24 220M330 130l-24 220M120 130l10 240M280 130l-10 240" stroke="#fff" stroke-opacity=".4" stroke-width="5"/><path d="M36 104q0-10 12-10h304q12 0 12 10v14q0 8-12 8H48q-12 0-12-8z" fill="#fff" opacity=".75"/><path d="M40 118h320" stroke="#9fb4b4" stroke-opacity=".7" stroke-width="2"/>${sticker(named(pack), 92, 74, 216, 84)}`;
  },
  crate: (pack) => {
    const spots: Spot[] = [
      [110, 170, 130, -8],
      [200, 152, 140, 6],
      [290, 170, 130, 10],
      [156, 112, 122, 8],
      [246, 112, 122, -10],
    ];
    const inside = '<path d="M44 190H356V230H44z" fill="#5d3d1c"/>';
    return `${groundShadow(150)}${inside}${spots.map(([x, y, size, turn]) => placeFood(pack.food, x, y, size, turn)).join('')}${drawPack(named(pack))}`;
  },
  'paper-bag': (pack) => {
    const spots: Spot[] = [
      [134, 128, 120, -20],
      [264, 128, 120, 18],
      [200, 104, 140, 2],
    ];
    return `${groundShadow(120)}<path d="M90 140H310V170H90z" fill="#8d6a3e"/>${spots.map(([x, y, size, turn]) => placeFood(pack.food, x, y, size, turn)).join('')}${drawPack(named(pack))}`;
  },
};
