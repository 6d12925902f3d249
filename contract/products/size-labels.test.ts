import { expect, test } from 'vitest';
import { toSizeLabels } from './size-labels.ts';

const labelsOf = (...sizes: [name: string, unit: string][]) =>
  [...toSizeLabels(sizes.map(([name, unit], index) => ({ _id: String(index), name, unit }))).values()].map(
    (label) => label.replaceAll('\u00a0', ' '),
  );

test.each<[string, [string, string][], string[]]>([
  [
    'different units',
    [
      ['Atta (1 kg)', '1 kg'],
      ['Atta (5 kg)', '5 kg'],
    ],
    ['1 kg', '5 kg'],
  ],
  [
    'different words in the middle',
    [
      ['Maggi Masala Noodles', '70 g'],
      ['Maggi Atta Noodles', '70 g'],
    ],
    ['Masala, 70 g', 'Atta, 70 g'],
  ],
  [
    'units that differ in spaces and case only',
    [
      ['Soap Rose', '100 G'],
      ['Soap Lime', '100g'],
    ],
    ['Rose, 100 G', 'Lime, 100g'],
  ],
  [
    'a name that is the beginning of the other',
    [
      ['Noodles', '70 g'],
      ['Noodles Spicy', '70 g'],
    ],
    ['Noodles, 70 g', 'Noodles Spicy, 70 g'],
  ],
  [
    'a repeated word',
    [
      ['Dal Dal', '1 kg'],
      ['Dal Dal Dal', '1 kg'],
    ],
    ['Dal Dal, 1 kg', 'Dal Dal Dal, 1 kg'],
  ],
  [
    'equal names, such as of two brands',
    [
      ['Rice', '1 kg'],
      ['Rice', '1 kg'],
    ],
    ['1 kg', '1 kg'],
  ],
  [
    'names with the unit in brackets',
    [
      ['Tea Rose (100 g)', '100 g'],
      ['Tea Mint (100 g)', '100 g'],
      ['Tea Rose (250 g)', '250 g'],
    ],
    ['Rose, 100 g', 'Mint, 100 g', '250 g'],
  ],
])('names sizes with %s', (_title, sizes, labels) => {
  expect(labelsOf(...sizes)).toEqual(labels);
});
