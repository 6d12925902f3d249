import type { Palette } from './palette.ts';
import type { Box } from './patterns.ts';

/** What a form may show besides its label. */
export interface FormInput {
  palette: Palette;
  /** The colour of what is inside, for glass and clear plastic. */
  contents: string;
  contentsDeep: string;
  look: number;
  title: string;
}

/** The shape of a pack on a canvas of 400 by 400 that it stands on at about y = 376. */
export interface Form {
  /** The outline of the pack, as a path; light and shade are cut to it. */
  body: string;
  /** How the body looks where no label is; the ground of the label when left out. */
  fill?: string;
  /** The box that the label is laid out in. */
  label: Box;
  /** The outline of the label; that of the body when left out. */
  labelOutline?: string;
  light: 'round' | 'soft' | 'flat' | 'glass';
  /** Drawn behind and before the body. */
  behind?: string;
  before?: string;
  /** Half the width of the shadow on the ground. */
  shadow: number;
  /** Where the ground is, when not at 376. */
  floor?: number;
}

/** A jagged edge from left to right, teeth upwards (-1) or downwards (1). */
export function teeth(from: number, to: number, tooth: number, direction: 1 | -1): string {
  const count = Math.round((to - from) / tooth);
  const step = (to - from) / count;
  return Array.from(
    { length: count },
    () => `l${step / 2} ${direction * 6}l${step / 2} ${-direction * 6}`,
  ).join('');
}

/** The same from right to left. */
export function teethBack(from: number, to: number, tooth: number, direction: 1 | -1): string {
  const count = Math.round((from - to) / tooth);
  const step = (from - to) / count;
  return Array.from(
    { length: count },
    () => `l${-step / 2} ${direction * 6}l${-step / 2} ${-direction * 6}`,
  ).join('');
}

export function rounded(x: number, y: number, width: number, height: number, radius: number): string {
  return `M${x + radius} ${y}h${width - 2 * radius}q${radius} 0 ${radius} ${radius}v${height - 2 * radius}q0 ${radius}-${radius} ${radius}h-${width - 2 * radius}q-${radius} 0-${radius}-${radius}v-${height - 2 * radius}q0-${radius} ${radius}-${radius}z`;
}
