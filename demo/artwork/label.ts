import type { PackDrawing } from './drawing.ts';
import { placeFood } from './foods.ts';
import { breakLines, drawBlock, drawText, fitTextSize, type Lettering } from './lettering.ts';
import { type Box, drawPattern, type Palette } from './palette.ts';

interface Design {
  pack: PackDrawing;
  box: Box;
  palette: Palette;
}

type Layout = (design: Design) => string;

/** Position, maximum size and colour of the brand name. */
interface Place {
  x: number;
  y: number;
  width: number;
  size: number;
  fill: string;
  anchor?: 'start' | 'middle';
}

function wordmark({ pack }: Design, { x, y, width, size, fill, anchor = 'middle' }: Place): string {
  const text = pack.face === 'narrow' || pack.face === 'slab' ? pack.brand.toUpperCase() : pack.brand;
  const fitted = fitTextSize(text, pack.face, size, width);
  return drawText(text, x, y + fitted * 0.34, { face: pack.face, size: fitted, fill, anchor });
}

const titleFaces: readonly Lettering[] = ['friendly', 'narrow', 'chunky', 'slab', 'narrow', 'serif'];

function title(
  { pack }: Design,
  box: Box,
  fill: string,
  anchor: 'start' | 'middle' | 'end' = 'middle',
  most = 3,
): string {
  const face = titleFaces[pack.look % titleFaces.length] ?? 'narrow';
  const lines = breakLines(pack.title, box.height < 34 ? 1 : box.height < 60 ? 2 : most);
  const shown = face === 'narrow' ? lines.map((line) => line.toUpperCase()) : lines;
  return drawBlock(shown, box, { face, size: 40, fill, anchor, leading: 1 });
}

function unitTag({ pack, palette }: Design, x: number, y: number): string {
  const size = 13;
  const width = Math.max(44, pack.unit.length * 7.4 + 16);
  return `<rect x="${x - width / 2}" y="${y - 11}" width="${width}" height="22" rx="11" fill="${palette.accent}"/>${drawText(pack.unit, x, y + 4.6, { face: 'plain-bold', size, fill: palette.accentInk })}`;
}

/** The vegetarian (green) or non-vegetarian (brown) mark of Indian food packs. */
function foodMark({ pack }: Design, x: number, y: number): string {
  const isMeat = /chicken|mutton|fish|prawn|egg|meat|pork|crab|squid|tuna|salami|ham|sausage/i.test(
    pack.title,
  );
  const colour = isMeat ? '#8a3b12' : '#1c8a3c';
  return `<rect x="${x}" y="${y}" width="13" height="13" fill="#fff" stroke="${colour}" stroke-width="1.6"/><circle cx="${x + 6.5}" cy="${y + 6.5}" r="3.4" fill="${colour}"/>`;
}

function halo(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
}

function shadowedFood({ pack }: Design, x: number, y: number, size: number, turn = 0): string {
  return `<ellipse cx="${x}" cy="${y + size * 0.42}" rx="${size * 0.36}" ry="${size * 0.06}" fill="#000" opacity=".18"/>${placeFood(pack.food, x, y, size, turn)}`;
}

const ground: Layout = ({ box, palette, pack }) =>
  `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="${palette.ground}"/>${drawPattern(box, palette, pack.look)}`;

// Band with the brand and a wave on top, food below.
const banner: Layout = (design) => {
  const { box, palette } = design;
  const { x, y, width, height } = box;
  const cx = x + width / 2;
  const food = Math.min(width * 0.66, height * 0.4);
  return `${ground(design)}
    <path d="M${x} ${y}h${width}v${height * 0.26}q-${width * 0.25} ${height * 0.09}-${width * 0.5} 0t-${width * 0.5} 0z" fill="${palette.panel}"/>
    ${wordmark(design, { x: cx, y: y + height * 0.14, width: width * 0.82, size: 46, fill: palette.panelInk })}
    ${title(design, { x: x + width * 0.08, y: y + height * 0.325, width: width * 0.84, height: height * 0.2 }, palette.ink)}
    ${halo(cx, y + height * 0.75, food * 0.55, palette.halo)}${shadowedFood(design, cx, y + height * 0.74, food)}
    ${unitTag(design, cx + width * 0.24, y + height * 0.945)}${foodMark(design, x + width * 0.08, y + height * 0.92)}`;
};

// Large circle in the middle.
const medallion: Layout = (design) => {
  const { box, palette } = design;
  const { x, y, width, height } = box;
  const cx = x + width / 2;
  const radius = Math.min(width * 0.43, height * 0.27);
  const cy = y + height * 0.47;
  return `${ground(design)}
    ${halo(cx, cy, radius + 7, palette.accent)}${halo(cx, cy, radius, palette.halo)}
    ${wordmark(design, { x: cx, y: y + height * 0.11, width: width * 0.86, size: 44, fill: palette.ink })}
    ${shadowedFood(design, cx, cy, radius * 1.5)}
    <rect x="${x}" y="${y + height * 0.755}" width="${width}" height="${height * 0.245}" fill="${palette.panel}"/>
    ${title(design, { x: x + width * 0.08, y: y + height * 0.775, width: width * 0.84, height: height * 0.13 }, palette.panelInk, 'middle', 2)}
    ${unitTag(design, cx, y + height * 0.945)}`;
};

// Diagonal split, text on the left.
const slant: Layout = (design) => {
  const { box, palette } = design;
  const { x, y, width, height } = box;
  const left = x + width * 0.09;
  return `${ground(design)}
    <path d="M${x} ${y + height * 0.62}L${x + width} ${y + height * 0.4}V${y + height}H${x}z" fill="${palette.panel}"/>
    <path d="M${x} ${y + height * 0.62}L${x + width} ${y + height * 0.4}v9L${x} ${y + height * 0.62 + 9}z" fill="${palette.accent}"/>
    ${wordmark(design, { x: left, y: y + height * 0.12, width: width * 0.8, size: 42, fill: palette.ink, anchor: 'start' })}
    ${title(design, { x: left, y: y + height * 0.19, width: width * 0.78, height: height * 0.25 }, palette.ink, 'start')}
    ${shadowedFood(design, x + width * 0.58, y + height * 0.69, Math.min(width * 0.76, height * 0.46), -8)}
    ${unitTag(design, x + width * 0.24, y + height * 0.93)}`;
};

// Temple-window arch around the food.
const arch: Layout = (design) => {
  const { box, palette } = design;
  const { x, y, width, height } = box;
  const cx = x + width / 2;
  const half = width * 0.36;
  const top = y + height * 0.3;
  const bottom = y + height * 0.72;
  return `${ground(design)}
    <path d="M${cx - half} ${bottom}V${top + half * 0.7}C${cx - half} ${top} ${cx - half * 0.3} ${top - half * 0.1} ${cx} ${top - half * 0.45}C${cx + half * 0.3} ${top - half * 0.1} ${cx + half} ${top} ${cx + half} ${top + half * 0.7}V${bottom}z" fill="${palette.halo}" stroke="${palette.accent}" stroke-width="5"/>
    ${shadowedFood(design, cx, y + height * 0.54, Math.min(half * 1.65, height * 0.36))}
    ${wordmark(design, { x: cx, y: y + height * 0.115, width: width * 0.84, size: 42, fill: palette.ink })}
    ${title(design, { x: x + width * 0.07, y: y + height * 0.745, width: width * 0.86, height: height * 0.14 }, palette.ink, 'middle', 2)}
    ${unitTag(design, cx, y + height * 0.94)}`;
};

// Tall panel between two strips of pattern.
const plate: Layout = (design) => {
  const { box, palette } = design;
  const { x, y, width, height } = box;
  const cx = x + width / 2;
  return `${ground(design)}
    <rect x="${x + width * 0.11}" y="${y + height * 0.08}" width="${width * 0.78}" height="${height * 0.5}" rx="12" fill="${palette.panel}"/>
    <rect x="${x + width * 0.11 + 5}" y="${y + height * 0.08 + 5}" width="${width * 0.78 - 10}" height="${height * 0.5 - 10}" rx="8" fill="none" stroke="${palette.accent}" stroke-width="1.6"/>
    ${wordmark(design, { x: cx, y: y + height * 0.19, width: width * 0.66, size: 38, fill: palette.panelInk })}
    <path d="M${cx - width * 0.2} ${y + height * 0.275}h${width * 0.4}" stroke="${palette.accent}" stroke-width="2"/>
    ${title(design, { x: x + width * 0.16, y: y + height * 0.3, width: width * 0.68, height: height * 0.22 }, palette.panelInk)}
    ${shadowedFood(design, cx, y + height * 0.75, Math.min(width * 0.72, height * 0.42))}
    ${unitTag(design, x + width * 0.78, y + height * 0.94)}${foodMark(design, x + width * 0.08, y + height * 0.92)}`;
};

// Three foods in a row, text in a ribbon.
const ribbon: Layout = (design) => {
  const { box, palette, pack } = design;
  const { x, y, width, height } = box;
  const cx = x + width / 2;
  const food = Math.min(width * 0.5, height * 0.32);
  return `${ground(design)}
    ${halo(cx, y + height * 0.28, food * 0.86, palette.halo)}
    ${placeFood(pack.food, cx - food * 0.5, y + height * 0.31, food * 0.72, -14)}${placeFood(pack.food, cx + food * 0.5, y + height * 0.31, food * 0.72, 14)}
    ${shadowedFood(design, cx, y + height * 0.27, food)}
    <path d="M${x} ${y + height * 0.5}h${width}v${height * 0.2}q-${width * 0.5} ${height * 0.07}-${width} 0z" fill="${palette.panel}"/>
    ${wordmark(design, { x: cx, y: y + height * 0.6, width: width * 0.82, size: 44, fill: palette.panelInk })}
    ${title(design, { x: x + width * 0.08, y: y + height * 0.755, width: width * 0.84, height: height * 0.13 }, palette.ink, 'middle', 2)}
    ${unitTag(design, cx, y + height * 0.94)}`;
};

// Little text, a huge food cropped by the edge.
const close: Layout = (design) => {
  const { box, palette, pack } = design;
  const { x, y, width, height } = box;
  const left = x + width * 0.09;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${palette.ground}"/>
    ${halo(x + width * 0.66, y + height * 0.74, width * 0.52, palette.groundDeep)}
    ${placeFood(pack.food, x + width * 0.66, y + height * 0.74, Math.min(width * 1.02, height * 0.62), 8)}
    ${wordmark(design, { x: left, y: y + height * 0.11, width: width * 0.7, size: 32, fill: palette.ink, anchor: 'start' })}
    <path d="M${left} ${y + height * 0.175}h${width * 0.2}" stroke="${palette.accent}" stroke-width="4"/>
    ${title(design, { x: left, y: y + height * 0.2, width: width * 0.76, height: height * 0.25 }, palette.ink, 'start')}
    ${unitTag(design, x + width * 0.24, y + height * 0.93)}`;
};

const tall: readonly Layout[] = [banner, medallion, slant, arch, plate, ribbon, close];

// For strips around a jar or along a tray.
const wideLeft: Layout = (design) => {
  const { box, palette } = design;
  const { x, y, width, height } = box;
  const food = height * 0.74;
  const words = x + food * 1.12 + width * 0.02;
  const room = x + width * 0.96 - words;
  return `${ground(design)}${halo(x + food * 0.58, y + height / 2, food * 0.56, palette.halo)}
    ${shadowedFood(design, x + food * 0.58, y + height * 0.49, food * 0.92)}
    ${wordmark(design, { x: words + room / 2, y: y + height * 0.27, width: room, size: height * 0.32, fill: palette.ink })}
    ${title(design, { x: words, y: y + height * 0.44, width: room, height: height * 0.46 }, palette.ink, 'middle', 2)}`;
};

const wideCentre: Layout = (design) => {
  const { box, palette } = design;
  const { x, y, width, height } = box;
  const cx = x + width / 2;
  const food = height * 0.62;
  return `${ground(design)}<rect x="${x}" y="${y + height * 0.08}" width="${width}" height="${height * 0.4}" fill="${palette.panel}"/>
    ${wordmark(design, { x: cx, y: y + height * 0.28, width: width * 0.5, size: height * 0.3, fill: palette.panelInk })}
    ${title(design, { x: x + width * 0.25, y: y + height * 0.53, width: width * 0.5, height: height * 0.4 }, palette.ink, 'middle', 2)}
    ${shadowedFood(design, x + width * 0.13, y + height * 0.52, food)}${shadowedFood(design, x + width * 0.87, y + height * 0.52, food)}`;
};

const wideTower: Layout = (design) => {
  const { box, palette } = design;
  const { x, y, width, height } = box;
  const cx = x + width / 2;
  return `${ground(design)}
    ${wordmark(design, { x: cx, y: y + height * 0.16, width: width * 0.8, size: height * 0.24, fill: palette.ink })}
    ${halo(cx, y + height * 0.52, height * 0.25, palette.halo)}${shadowedFood(design, cx, y + height * 0.51, height * 0.42)}
    <rect x="${x}" y="${y + height * 0.75}" width="${width}" height="${height * 0.25}" fill="${palette.panel}"/>
    ${title(design, { x: x + width * 0.1, y: y + height * 0.78, width: width * 0.8, height: height * 0.19 }, palette.panelInk, 'middle', 2)}`;
};

// Oval with both names, cropped food below.
const oval: Layout = (design) => {
  const { box, palette, pack } = design;
  const { x, y, width, height } = box;
  const cx = x + width / 2;
  const food = height * 0.56;
  return `${ground(design)}${placeFood(pack.food, cx - width * 0.24, y + height * 0.8, food, -10)}${placeFood(pack.food, cx + width * 0.24, y + height * 0.8, food, 10)}${placeFood(pack.food, cx, y + height * 0.82, food * 1.05)}
    <ellipse cx="${cx}" cy="${y + height * 0.32}" rx="${width * 0.43}" ry="${height * 0.28}" fill="${palette.panel}" stroke="${palette.accent}" stroke-width="3"/>
    ${wordmark(design, { x: cx, y: y + height * 0.24, width: width * 0.62, size: height * 0.2, fill: palette.panelInk })}
    ${title(design, { x: cx - width * 0.32, y: y + height * 0.34, width: width * 0.64, height: height * 0.19 }, palette.panelInk, 'middle', 2)}`;
};

// Brand on top; food on the left, text on the right.
const square: Layout = (design) => {
  const { box, palette } = design;
  const { x, y, width, height } = box;
  return `${ground(design)}<path d="M${x} ${y}h${width}v${height * 0.36}L${x} ${y + height * 0.46}z" fill="${palette.panel}"/>
    ${wordmark(design, { x: x + width / 2, y: y + height * 0.21, width: width * 0.74, size: height * 0.24, fill: palette.panelInk })}
    ${halo(x + width * 0.31, y + height * 0.7, height * 0.24, palette.halo)}${shadowedFood(design, x + width * 0.31, y + height * 0.69, height * 0.42)}
    ${title(design, { x: x + width * 0.53, y: y + height * 0.44, width: width * 0.41, height: height * 0.52 }, palette.ink, 'start')}`;
};

const squarish: readonly Layout[] = [wideTower, square, oval];
const wide: readonly Layout[] = [wideLeft, wideCentre];

/** Draws the front of a pack over a whole box; the caller clips it to the shape of the pack. */
export function drawLabel(pack: PackDrawing, box: Box, palette: Palette): string {
  const ratio = box.height / box.width;
  const layouts = ratio > 1.05 ? tall : ratio > 0.62 ? squarish : wide;
  const layout = layouts[Math.floor(pack.look / 13) % layouts.length] ?? banner;
  return layout({ pack, box, palette });
}
