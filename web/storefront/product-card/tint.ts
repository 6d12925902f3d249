import type { CSSProperties } from 'react';

declare module 'react' {
  interface CSSProperties {
    '--hue'?: number;
  }
}

/** The tint of a category for the tiles within: an oklch hue in degrees, read by the style sheets as `--hue`. */
export function tintOf(hue: number): CSSProperties {
  return { '--hue': hue };
}
