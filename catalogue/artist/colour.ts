/** A colour of OKLCH (lightness 0 to 1, chroma, hue in degrees) as hex, because rasterisers know no oklch(). */
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

/** The hue in degrees that a drawing shows most, weighed by how colourful its colours are; null for greys. */
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

/** A pink or magenta hex as a true red of the same lightness; any other colour as it is. */
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
