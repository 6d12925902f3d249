import type { PackDrawing } from '../drawing.ts';
import { oklch } from './colour.ts';
import { foodOf } from './foods.ts';
import type { Form, FormInput } from './form.ts';
import { drawLabel } from './label.ts';
import { type Palette, paletteOf } from './palette.ts';
import type { Box } from './patterns.ts';
import { roundForms } from './round-forms.ts';
import { softForms } from './soft-forms.ts';
import { stiffForms } from './stiff-forms.ts';

const forms: Record<string, (input: FormInput) => Form> = { ...softForms, ...stiffForms, ...roundForms };

/** The palette that a pack is printed in. */
export function paletteOfPack({ hue, food, look }: PackDrawing): Palette {
  return paletteOf(hue, foodOf(food).hue ?? (hue + 20) % 360, look);
}

// Light falls from the upper left on everything.
const lights: Record<Form['light'], string> = {
  round:
    '<linearGradient id="light"><stop stop-color="#000" stop-opacity=".3"/><stop offset=".13" stop-color="#000" stop-opacity=".04"/><stop offset=".24" stop-color="#fff" stop-opacity=".38"/><stop offset=".36" stop-color="#fff" stop-opacity="0"/><stop offset=".7" stop-color="#000" stop-opacity=".03"/><stop offset=".92" stop-color="#000" stop-opacity=".3"/><stop offset="1" stop-color="#000" stop-opacity=".2"/></linearGradient>',
  glass:
    '<linearGradient id="light"><stop stop-color="#fff" stop-opacity=".5"/><stop offset=".05" stop-color="#000" stop-opacity=".16"/><stop offset=".16" stop-color="#fff" stop-opacity=".4"/><stop offset=".3" stop-color="#fff" stop-opacity="0"/><stop offset=".8" stop-color="#000" stop-opacity=".05"/><stop offset=".95" stop-color="#000" stop-opacity=".26"/><stop offset="1" stop-color="#fff" stop-opacity=".4"/></linearGradient>',
  soft: '<linearGradient id="light" x2="1" y2=".25"><stop stop-color="#000" stop-opacity=".16"/><stop offset=".1" stop-color="#fff" stop-opacity=".2"/><stop offset=".28" stop-color="#fff" stop-opacity=".1"/><stop offset=".6" stop-color="#000" stop-opacity="0"/><stop offset=".86" stop-color="#000" stop-opacity=".1"/><stop offset="1" stop-color="#000" stop-opacity=".24"/></linearGradient>',
  flat: '<linearGradient id="light" x2=".7" y2="1"><stop stop-color="#fff" stop-opacity=".2"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".1"/></linearGradient>',
};

/** Whether goods come in a pack of a form, rather than as they grew. */
export function hasForm(shape: string): boolean {
  return shape in forms;
}

/** A pack with its print; `print` draws over the box that the form gives it. */
export function drawPack(
  pack: PackDrawing,
  print: (box: Box, palette: Palette) => string = (box, palette) => drawLabel(pack, box, palette),
): string {
  const { shape, look, food, title } = pack;
  const makeForm = forms[shape];
  if (makeForm === undefined) throw new Error(`The artist knows no pack called ${shape}.`);
  const palette = paletteOfPack(pack);
  const hue = foodOf(food).hue;
  const isWhite = hue === null;
  const form = makeForm({
    palette,
    contents: isWhite ? '#fbf9f3' : oklch(0.84, 0.12, hue),
    contentsDeep: isWhite ? '#e2ddd0' : oklch(0.68, 0.14, hue),
    // Another digit of the look, so that a form is not bound to a scheme of colours.
    look: Math.floor(look / 3),
    title,
  });
  return `<defs>${lights[form.light]}<clipPath id="body"><path d="${form.body}"/></clipPath><clipPath id="print" clip-path="url(#body)"><path d="${form.labelOutline ?? form.body}"/></clipPath></defs>
    ${groundShadow(form.shadow, form.floor)}${form.behind ?? ''}
    <path d="${form.body}" fill="${form.fill ?? palette.ground}"/>
    <g clip-path="url(#print)">${form.labelOutline === undefined ? `<rect width="400" height="400" fill="${palette.ground}"/>` : ''}${print(form.label, palette)}</g>
    <path d="${form.body}" fill="url(#light)"/>${form.before ?? ''}`;
}

/** A soft shadow on the ground, which lets the tint of the tile through. */
export function groundShadow(halfWidth: number, y = 376): string {
  return `<defs><radialGradient id="ground-shadow"><stop stop-color="#1b2b20" stop-opacity=".42"/><stop offset=".6" stop-color="#1b2b20" stop-opacity=".18"/><stop offset="1" stop-color="#1b2b20" stop-opacity="0"/></radialGradient></defs><ellipse cx="206" cy="${y}" rx="${halfWidth * 1.22}" ry="16" fill="url(#ground-shadow)"/>`;
}
