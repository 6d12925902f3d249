import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrastOnPage, contrastRatio, textColourOn, toBrandColours } from './colour.ts';

test('the contrast of two colours is that of WCAG 2, whichever is first', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBe(21);
  expect(contrastRatio('#123456', '#123456')).toBe(1);
  // The grey that is known as the lightest with enough contrast on white.
  expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrastRatio('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
  expect(contrastRatio('#ff0000', '#ffffff')).toBeCloseTo(4.0, 2);
  expect(contrastRatio('#0000ff', '#ffffff')).toBeCloseTo(8.59, 2);
  expect(contrastOnPage('#ffff00')).toBeLessThan(1.1);
});

test('text on a colour is black or white, by the larger contrast', () => {
  expect(textColourOn('#ffff00')).toBe('#000000');
  expect(textColourOn('#0d7435')).toBe('#ffffff');
  expect(textColourOn('#777777')).toBe('#000000');
});

// Each eighth of the three channels, and the awkward ones.
const steps = [0, 36, 73, 109, 146, 182, 219, 255].map((value) => value.toString(16).padStart(2, '0'));
const colours = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)),
);

// Inks and backgrounds of the light and the dark theme, as in the emails.
const themes = {
  light: { on: ['#fcfaf4', '#ffffff', '#f4f3eb'], inks: ['#12241a', '#505f55'], inverse: '#f0f1e9' },
  dark: { on: ['#0f1612', '#18201c', '#212924'], inks: ['#f0f1e9', '#abb2a5'], inverse: '#12241a' },
} as const;

test.each(['light', 'dark'] as const)('every colour gives readable text in the %s theme', (theme) => {
  const { on, inks, inverse } = themes[theme];
  for (const colour of [...colours, '#facc15', '#fefefe', '#767676']) {
    const { fill, fillHover, onFill, text, soft, edge } = toBrandColours(colour);
    expect(fill).toBe(colour);
    const pairs: [string, string][] = [
      [onFill, fill],
      [onFill, fillHover],
      ...[...on, soft[theme], inverse].map((background): [string, string] => [text[theme], background]),
      ...inks.map((ink): [string, string] => [ink, soft[theme]]),
    ];
    for (const [front, back] of pairs)
      expect(contrastRatio(front, back), `${colour}: ${front} on ${back}`).toBeGreaterThanOrEqual(4.5);
    const isVisible = contrastRatio(fill, on[0]) >= 3;
    expect(edge[theme], colour).toBe(isVisible ? '' : text[theme]);
  }
});

test('a colour with enough contrast is itself the text of the light theme', () => {
  expect(toBrandColours('#0b5cad').text.light).toBe('#0b5cad');
  expect(toBrandColours('#facc15').text.light).not.toBe('#facc15');
});

test('links of a black or grey store are black or white where its colour cannot be read, not another grey', () => {
  expect(toBrandColours('#000000').text).toEqual({ light: '#000000', dark: '#ffffff' });
  expect(toBrandColours('#303338').text).toEqual({ light: '#303338', dark: '#ffffff' });
  expect(toBrandColours('#b0b0b0').text).toEqual({ light: '#000000', dark: '#b0b0b0' });
  expect(toBrandColours('#123a6b').text.dark).not.toBe('#ffffff');
});

test('the backgrounds are those of the emails, which are those of the design', () => {
  const layout = readFileSync(new URL('../../server/notifications/email-layout.ts', import.meta.url), 'utf8');
  for (const { on } of Object.values(themes)) for (const colour of on) expect(layout).toContain(colour);
});
