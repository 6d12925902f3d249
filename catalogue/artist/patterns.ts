import type { Palette } from './palette.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Pattern = (box: Box, colour: string) => string;

const tiled =
  (size: number, tile: (colour: string) => string, turn = 0): Pattern =>
  ({ x, y, width, height }, colour) =>
    `<pattern id="tile" width="${size}" height="${size}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})">${tile(colour)}</pattern><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="url(#tile)"/>`;

const rays: Pattern = ({ x, y, width, height }, colour) => {
  const cx = x + width / 2;
  const cy = y + height * 0.6;
  const reach = width + height;
  const wedges = Array.from({ length: 12 }, (_, index) => {
    const from = (index * Math.PI) / 6;
    const to = from + Math.PI / 12;
    const at = (angle: number) =>
      `${(cx + reach * Math.cos(angle)).toFixed(0)} ${(cy + reach * Math.sin(angle)).toFixed(0)}`;
    return `M${cx} ${cy}L${at(from)} ${at(to)}z`;
  });
  return `<path d="${wedges.join('')}" fill="${colour}"/>`;
};

const waves: Pattern = ({ x, y, width, height }, colour) => {
  const lines = [0.62, 0.74, 0.86].map((part, index) => {
    const level = y + height * part;
    return `<path d="M${x} ${level}q${width / 4} ${index % 2 ? 26 : -26} ${width / 2} 0t${width / 2} 0V${y + height}H${x}z" fill="${colour}" opacity="${0.5 + index * 0.2}"/>`;
  });
  return lines.join('');
};

const hills: Pattern = ({ x, y, width, height }, colour) =>
  `<path d="M${x} ${y + height * 0.7}q${width * 0.3}-${height * 0.22} ${width * 0.6}-${height * 0.02}t${width * 0.4}-${height * 0.06}V${y + height}H${x}z" fill="${colour}" opacity=".8"/><path d="M${x} ${y + height * 0.82}q${width * 0.35}-${height * 0.12} ${width * 0.7} ${height * 0.02}t${width * 0.3}-${height * 0.04}V${y + height}H${x}z" fill="${colour}"/>`;

const patterns: readonly Pattern[] = [
  tiled(18, (colour) => `<circle cx="9" cy="9" r="3.4" fill="${colour}"/>`, 30),
  tiled(22, (colour) => `<rect width="11" height="22" fill="${colour}"/>`, 0),
  tiled(26, (colour) => `<rect width="13" height="26" fill="${colour}"/>`, 45),
  tiled(24, (colour) => `<path d="M12 3q8 9 0 18q-8-9 0-18z" fill="${colour}"/>`, 35),
  tiled(
    28,
    (colour) => `<path d="M14 4l10 10-10 10L4 14z" fill="none" stroke="${colour}" stroke-width="3"/>`,
  ),
  tiled(
    24,
    (colour) =>
      `<rect width="12" height="12" fill="${colour}"/><rect x="12" y="12" width="12" height="12" fill="${colour}"/>`,
  ),
  tiled(30, (colour) => `<path d="M0 15q7.5-9 15 0t15 0" fill="none" stroke="${colour}" stroke-width="4"/>`),
  tiled(
    34,
    (colour) =>
      `<g fill="${colour}"><circle cx="17" cy="11" r="4"/><circle cx="17" cy="23" r="4"/><circle cx="11" cy="17" r="4"/><circle cx="23" cy="17" r="4"/></g>`,
  ),
  rays,
  waves,
  hills,
  () => '',
  () => '',
];

/** A quiet pattern over a ground. */
export function drawPattern(box: Box, { groundDeep }: Palette, look: number): string {
  const index = Math.floor(look / 7) % patterns.length;
  const pattern = patterns[index] ?? rays;
  return `<g opacity=".42">${pattern(box, groundDeep)}</g>`;
}
