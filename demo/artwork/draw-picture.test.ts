import sharp from 'sharp';
import { expect, test } from 'vitest';
import { generateCatalogue } from '#demo/catalogue.ts';
import { drawPicture } from './draw-picture.ts';

const { pictures } = generateCatalogue();

/** Every shape from every side, every food, and every arrangement of a group. */
const samples = [
  ...new Map([
    ...pictures.map(
      ({ drawing }) => [drawing.view === 'group' ? drawing.foods.join() : drawing.food, drawing] as const,
    ),
    ...pictures.map(
      ({ drawing }) => [drawing.view === 'group' ? '' : `${drawing.view} ${drawing.shape}`, drawing] as const,
    ),
  ]).values(),
];

test('draws every shape, food and view without NaN or undefined', () => {
  for (const drawing of samples) {
    const svg = drawPicture(drawing);
    expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"')).toBe(true);
    expect(['NaN', 'undefined', 'Infinity'].filter((trace) => svg.includes(trace))).toEqual([]);
  }
});

test('draws text as paths, without fonts', () => {
  for (const drawing of samples) expect(drawPicture(drawing)).not.toContain('<text');
});

test('renders as a square with a transparent background', async () => {
  const front = samples.find(({ view }) => view === 'front');
  const { data, info } = await sharp(Buffer.from(drawPicture(front)))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([400, 400, 4]);
  expect(data[3]).toBe(0);
  expect(data.some((value) => value > 0)).toBe(true);
});

test('returns the same SVG for the same drawing', () => {
  expect(drawPicture(samples[5])).toBe(drawPicture(structuredClone(samples[5])));
});

test.each([null, {}, { view: 'front' }, 'x', { view: 'group', foods: [], hue: 1, look: 1 }])(
  'throws for %j',
  (wanted) => {
    expect(() => drawPicture(wanted)).toThrow();
  },
);
