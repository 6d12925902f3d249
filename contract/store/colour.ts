/** A colour as pages, emails and the settings write it: `#rrggbb` in small letters. */
export const colourPattern = /^#[0-9a-f]{6}$/;

/** The least contrast of text by WCAG 2.2 AA (1.4.3), and of what is not text (1.4.11). */
export const textContrast = 4.5;
const graphicsContrast = 3;

/** Backgrounds of text in `web/ui/tokens.css`: canvas, surface, sunken, and the ink of the other theme. */
const backgrounds = {
  light: ['#fcfaf4', '#ffffff', '#f4f3eb', '#f0f1e9'],
  dark: ['#0f1612', '#18201c', '#212924', '#12241a'],
} as const;
const softShare = { light: 0.1, dark: 0.14 } as const;
const hoverShare = 0.16;
const black = '#000000';
const white = '#ffffff';

interface Themed {
  light: string;
  dark: string;
}

/** What becomes of the colour of a store. Each value is `#rrggbb`. */
export interface BrandColours {
  /** The colour itself: the background of buttons in both themes. */
  fill: string;
  /** Under the pointer. */
  fillHover: string;
  /** Black or white: the text on both. */
  onFill: string;
  /**
   * A shade for text and lines on the backgrounds of each theme, with a contrast of at least 4.5. That of a grey is
   * black or white: text in another grey looks as if it were disabled.
   */
  text: Themed;
  /** A tint of the surface, behind text and `text`. */
  soft: Themed;
  /** The edge of `fill` in a theme where it hardly differs from the page; empty where it needs none. */
  edge: Themed;
}

/** The contrast of two colours by WCAG 2: from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, whichever has more contrast: at least 4.58 on every colour. */
export function textColourOn(background: string): string {
  return contrastRatio(background, white) >= contrastRatio(background, black) ? white : black;
}

/** The colours of a store from the one that the owner has chosen, `#rrggbb`. */
export function toBrandColours(fill: string): BrandColours {
  const onFill = textColourOn(fill);
  const soft = {
    light: mix(white, fill, softShare.light),
    dark: mix(backgrounds.dark[1], fill, softShare.dark),
  };
  const nearest = {
    light: toTextShade(fill, black, [...backgrounds.light, soft.light]),
    dark: toTextShade(fill, white, [...backgrounds.dark, soft.dark]),
  };
  const toText = (shade: string, end: string) => (isGrey(fill) && shade !== fill ? end : shade);
  const text = { light: toText(nearest.light, black), dark: toText(nearest.dark, white) };
  const edgeIn = (theme: keyof Themed) =>
    contrastRatio(fill, backgrounds[theme][0]) < graphicsContrast ? text[theme] : '';
  return {
    fill,
    // Away from the text, so that its contrast grows.
    fillHover: mix(fill, onFill === white ? black : white, hoverShare),
    onFill,
    text,
    soft,
    edge: { light: edgeIn('light'), dark: edgeIn('dark') },
  };
}

/** The most by which the channels of a colour differ that is seen as grey. */
const greySpread = 24;

function isGrey(colour: string): boolean {
  const values = channels(colour);
  return Math.max(...values) - Math.min(...values) <= greySpread;
}

/** The least contrast of a colour, as text, with the backgrounds of the light theme. */
export function contrastOnPage(colour: string): number {
  return Math.min(...backgrounds.light.map((background) => contrastRatio(colour, background)));
}

/** The shade nearest to the colour, towards `end`, that can be read on all backgrounds. */
function toTextShade(colour: string, end: string, on: readonly string[]): string {
  for (let share = 0; share < 1; share += 0.01) {
    const shade = mix(colour, end, share);
    if (on.every((background) => contrastRatio(shade, background) >= textContrast)) return shade;
  }
  return end;
}

/** The first colour with a share of the second, by their values in sRGB. */
function mix(one: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(one).map((value, index) => value + ((others[index] ?? 0) - value) * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** Red, green and blue from 0 to 255. */
function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
