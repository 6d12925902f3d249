import sharp from 'sharp';
import { expect, test } from 'vitest';
import { generateCatalogue } from '../catalogue.ts';
import { drawImage } from './draw-image.ts';

const { images } = generateCatalogue();

/** Every shape from every side, every food, and every arrangement of a group. */
const samples = [
  ...new Map([
    ...images.map(
      ({ drawing }) => [drawing.view === 'group' ? drawing.foods.join() : drawing.food, drawing] as const,
    ),
    ...images.map(
      ({ drawing }) => [drawing.view === 'group' ? '' : `${drawing.view} ${drawing.shape}`, drawing] as const,
    ),
  ]).values(),
];

test('draws every shape, food and view without NaN or undefined', () => {
  for (const drawing of samples) {
    const svg = drawImage(drawing);
    expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"')).toBe(true);
    expect(['NaN', 'undefined', 'Infinity'].filter((trace) => svg.includes(trace))).toEqual([]);
  }
});

test('draws text as paths, without fonts', () => {
  for (const drawing of samples) expect(drawImage(drawing)).not.toContain('<text');
});

test('renders as a square with a transparent background', async () => {
  const front = samples.find(({ view }) => view === 'front');
  const { data, info } = await sharp(Buffer.from(drawImage(front)))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([400, 400, 4]);
  expect(data[3]).toBe(0);
  expect(data.some((value) => value > 0)).toBe(true);
});

test('draws groups without a background, which would glow on a dark tile', async () => {
  const group = images.find(({ drawing }) => drawing.view === 'group')?.drawing;
  const { data, info } = await sharp(Buffer.from(drawImage(group)))
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Left of the middle, between the foods and the edge.
  expect(data[(200 * info.width + 14) * 4 + 3]).toBe(0);
});

test('returns the same SVG for the same drawing', () => {
  expect(drawImage(samples[5])).toBe(drawImage(structuredClone(samples[5])));
});

test.each([null, {}, { view: 'front' }, 'x', { view: 'group', foods: [], hue: 1, look: 1 }])(
  'throws for %j',
  (wanted) => {
    expect(() => drawImage(wanted)).toThrow();
  },
);
