/** Converts OKLCH (lightness 0 to 1, hue in degrees) to hex, because rasterisers do not support oklch(). */
export function oklch(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map(channelHex).join('')}`;
}

function channelHex(linear: number): string {
  const clamped = Math.min(1, Math.max(0, linear));
  const encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}

/** Returns the mean hue of a drawing in degrees, weighted by chroma; null for greys. */
export function dominantHue(svg: string): number | null {
  let x = 0;
  let y = 0;
  let count = 0;
  for (const [, hex = ''] of svg.matchAll(/#([0-9A-Fa-f]{6})\b/g)) {
    const { hue, colourfulness } = okOf(hex);
    x += Math.cos(hue) * colourfulness;
    y += Math.sin(hue) * colourfulness;
    count += 1;
  }
  if (Math.hypot(x, y) < 0.035 * count) return null;
  return ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
}

/** Turns pink or magenta into a red of the same lightness; returns other colours unchanged. */
export function warmerRed(hex: string): string {
  const { lightness, hue, colourfulness } = okOf(hex.slice(1));
  const degrees = (hue * 180) / Math.PI;
  if (colourfulness < 0.09 || degrees < -45 || degrees > 24) return hex;
  return oklch(lightness, colourfulness, 27);
}

function okOf(hex: string): { lightness: number; hue: number; colourfulness: number } {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return { lightness, hue: Math.atan2(b, a), colourfulness: Math.hypot(a, b) };
}

/** Colours of one label. */
export interface Palette {
  /** Background and a darker shade of it. */
  ground: string;
  groundDeep: string;
  /** Text on the background. */
  ink: string;
  /** Second surface, for panels and bands, and its text. */
  panel: string;
  panelInk: string;
  /** Badges, lines and caps. */
  accent: string;
  accentInk: string;
  /** Behind the food. */
  halo: string;
  /** Lids and caps. */
  cap: string;
  capDeep: string;
}

type Scheme = (brandHue: number, foodHue: number) => Palette;

const cream = '#fff8ea';
const white = '#ffffff';

const schemes: readonly Scheme[] = [
  // Brand colour with a pale panel.
  (brand, food) => ({
    ground: oklch(0.52, 0.16, brand),
    groundDeep: oklch(0.4, 0.13, brand),
    ink: white,
    panel: cream,
    panelInk: oklch(0.34, 0.11, brand),
    accent: oklch(0.83, 0.16, 85),
    accentInk: oklch(0.3, 0.06, 60),
    halo: oklch(0.95, 0.05, food),
    cap: oklch(0.83, 0.16, 85),
    capDeep: oklch(0.66, 0.14, 75),
  }),
  // Pale food colour with dark brand text.
  (brand, food) => ({
    ground: oklch(0.9, 0.075, food),
    groundDeep: oklch(0.79, 0.115, food),
    ink: oklch(0.32, 0.1, brand),
    panel: oklch(0.46, 0.15, brand),
    panelInk: white,
    accent: oklch(0.62, 0.18, food),
    accentInk: white,
    halo: white,
    cap: oklch(0.46, 0.15, brand),
    capDeep: oklch(0.33, 0.11, brand),
  }),
  // White with a band in the brand colour.
  (brand, food) => ({
    ground: '#fdfaf3',
    groundDeep: oklch(0.91, 0.04, food),
    ink: oklch(0.38, 0.13, brand),
    panel: oklch(0.55, 0.17, brand),
    panelInk: white,
    accent: oklch(0.72, 0.17, food),
    accentInk: oklch(0.22, 0.05, food),
    halo: oklch(0.92, 0.07, food),
    cap: oklch(0.55, 0.17, brand),
    capDeep: oklch(0.42, 0.14, brand),
  }),
  // Dark and gold.
  (brand, food) => ({
    ground: oklch(0.29, 0.06, brand),
    groundDeep: oklch(0.2, 0.045, brand),
    ink: oklch(0.87, 0.1, 85),
    panel: oklch(0.87, 0.1, 85),
    panelInk: oklch(0.25, 0.06, brand),
    accent: oklch(0.7, 0.16, food),
    accentInk: '#1d140b',
    halo: oklch(0.44, 0.08, brand),
    cap: oklch(0.8, 0.1, 85),
    capDeep: oklch(0.58, 0.09, 75),
  }),
  // Saturated food colour.
  (brand, food) => ({
    ground: oklch(0.63, 0.175, food),
    groundDeep: oklch(0.49, 0.15, food),
    ink: white,
    panel: white,
    panelInk: oklch(0.38, 0.14, brand),
    accent: oklch(0.36, 0.12, brand),
    accentInk: white,
    halo: oklch(0.94, 0.06, food),
    cap: white,
    capDeep: '#cfd4d6',
  }),
  // Two light tones of the brand colour.
  (brand, food) => ({
    ground: oklch(0.86, 0.085, brand),
    groundDeep: oklch(0.6, 0.15, brand),
    ink: oklch(0.3, 0.1, brand),
    panel: white,
    panelInk: oklch(0.36, 0.13, brand),
    accent: oklch(0.6, 0.18, (food + 15) % 360),
    accentInk: white,
    halo: white,
    cap: oklch(0.6, 0.15, brand),
    capDeep: oklch(0.46, 0.13, brand),
  }),
  // Kraft paper.
  (brand, food) => ({
    ground: '#d9b98c',
    groundDeep: '#bf9a68',
    ink: '#3a2815',
    panel: '#fbf3e2',
    panelInk: oklch(0.36, 0.11, brand),
    accent: oklch(0.5, 0.15, food),
    accentInk: white,
    halo: '#f3e3c6',
    cap: '#5a4128',
    capDeep: '#3e2b18',
  }),
];

/** Combines the hues of brand and food into a palette chosen by `look`. */
export function choosePalette(brandHue: number, foodHue: number, look: number): Palette {
  // Kraft and dark palettes are rare on purpose.
  const weights = [0, 1, 2, 4, 5, 0, 1, 2, 4, 5, 3, 6, 0, 1, 4, 2, 5, 3];
  const scheme = schemes[weights[look % weights.length] ?? 0] ?? schemes[0];
  if (scheme === undefined) throw new Error('There is no colour scheme.');
  return scheme(brandHue, foodHue);
}

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

/** Draws a subtle pattern chosen by `look`. */
export function drawPattern(box: Box, { groundDeep }: Palette, look: number): string {
  const index = Math.floor(look / 7) % patterns.length;
  const pattern = patterns[index] ?? rays;
  return `<g opacity=".42">${pattern(box, groundDeep)}</g>`;
}
