import { oklch } from './colour.ts';

/** The colours of one label. */
export interface Palette {
  /** The main ground, and a deeper shade of it. */
  ground: string;
  groundDeep: string;
  /** What is written on the ground. */
  ink: string;
  /** A second surface, for panels and bands, and what is written on it. */
  panel: string;
  panelInk: string;
  /** A strong spot: badges, lines, caps. */
  accent: string;
  accentInk: string;
  /** Behind the food, so that it stands out. */
  halo: string;
  /** Lids and caps. */
  cap: string;
  capDeep: string;
}

type Scheme = (brandHue: number, foodHue: number) => Palette;

const cream = '#fff8ea';
const white = '#ffffff';

const schemes: readonly Scheme[] = [
  // The brand's own colour, full and warm, with a pale panel.
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
  // The colour of the food, pale, with the brand in deep ink.
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
  // Paper white with a band in the brand's colour.
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
  // Dark and golden, for what wants to be precious.
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
  // The food's colour, loud.
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
  // Two tones of the brand, fresh and light.
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
  // Kraft paper, for the honest ones.
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

/** The colours of a label; `look` chooses among the ways of combining brand and food. */
export function paletteOf(brandHue: number, foodHue: number, look: number): Palette {
  // Kraft is rare and so is black: they are special because most are bright.
  const weights = [0, 1, 2, 4, 5, 0, 1, 2, 4, 5, 3, 6, 0, 1, 4, 2, 5, 3];
  const scheme = schemes[weights[look % weights.length] ?? 0] ?? schemes[0];
  if (scheme === undefined) throw new Error('There is no colour scheme.');
  return scheme(brandHue, foodHue);
}
