import type { ProductColumn } from '#contract/product-import/product-file.ts';
import { csvText } from '#web/admin/formats.ts';

/** The required columns, and those that a grocery fills in for most products. */
const columns = [
  'name',
  'description',
  'unit',
  'price',
  'stock',
  'categories',
  'sub_categories',
  'brand',
  'hsn',
  'gst_rate',
  'veg',
] as const satisfies readonly ProductColumn[];

interface Example {
  name: string;
  unit: string;
  price: number;
  hsn: string;
  veg: 'veg' | '';
  /** A sub-category with one of these words fits. */
  words: readonly string[];
}

const food = (name: string, unit: string, price: number, hsn: string, words: readonly string[]): Example => ({
  ...{ name, unit, price, hsn, words },
  veg: 'veg',
});

const examples: readonly Example[] = [
  food('Basmati rice', '1 kg', 120, '1006', ['rice']),
  food('Wheat flour', '5 kg', 260, '1101', ['atta', 'flour']),
  food('Toor dal', '1 kg', 165, '0713', ['dal', 'pulse']),
  food('Sugar', '1 kg', 48, '1701', ['sugar']),
  food('Mustard oil', '1 l', 180, '1514', ['oil']),
  food('Assam tea', '500 g', 260, '0902', ['tea']),
  food('Butter', '100 g', 60, '0405', ['butter']),
  food('Turmeric powder', '200 g', 55, '0910', ['masala', 'spice']),
  food('Cashews', '250 g', 240, '0801', ['cashew', 'dry fruit']),
  { name: 'Bathing soap', unit: '4 x 100 g', price: 140, hsn: '3401', veg: '', words: ['soap', 'bath'] },
];

/** A sub-category of the store and one of its categories. */
export interface CategoryPair {
  category: string;
  subCategory: string;
}

/**
 * CSV template with ten products to replace. They have categories of the store, so that the file can be imported as
 * it is: those that fit by name, else the first.
 */
export function templateText(pairs: readonly CategoryPair[]): string {
  const [first = { category: 'Groceries', subCategory: 'Staples' }] = pairs;
  const rows = examples.map(({ words, ...product }) => {
    const fitting = pairs.find(({ subCategory }) => hasWord(subCategory, words)) ?? first;
    const cells = {
      ...product,
      description: 'Example: replace or delete this row.',
      stock: 20,
      categories: escaped(fitting.category),
      sub_categories: escaped(fitting.subCategory),
      brand: '',
      gst_rate: 5,
    };
    return columns.map((column) => String(cells[column]));
  });
  return csvText([columns, ...rows]);
}

const hasWord = (text: string, words: readonly string[]) =>
  words.some((word) => new RegExp(`\\b${word}s?\\b`, 'i').test(text));

// Escapes the separator of names, as the export does.
function escaped(name: string): string {
  return name.replaceAll(/[\\|]/g, '\\$&');
}
