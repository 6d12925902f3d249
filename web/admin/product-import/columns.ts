import type { ProductColumn } from '#contract/rules/product-file.ts';

interface ColumnHelp {
  meaning: string;
  /** As a cell of the file has it. */
  example: string;
}

/** What stands in each column of a file of products (docs/import.md), in the order of the export. */
export const columnHelp: Record<ProductColumn, ColumnHelp> = {
  id: { meaning: 'Which product of the shop is meant. Empty for a new one.', example: '' },
  name: {
    meaning: 'Up to 150 characters. Without an id, it says which product is meant.',
    example: 'Alphonso Mango',
  },
  description: {
    meaning: 'Up to 5,000 characters, on several lines if you like.',
    example: 'Sweet and ripe.',
  },
  unit: { meaning: 'What one piece is.', example: '500 g' },
  price: { meaning: 'In rupees, before the discount.', example: '249.50' },
  discount: { meaning: 'In percent. Empty for none.', example: '10' },
  stock: {
    meaning: 'How many there are. Leave it out unless you have counted: the shop sells on meanwhile.',
    example: '40',
  },
  categories: { meaning: 'By their names, with | between them.', example: 'Fruits | Summer' },
  sub_categories: { meaning: 'By their names, with | between them.', example: 'Mangoes' },
  images: {
    meaning: 'Addresses of pictures of this shop, as the download has them, with | between them.',
    example: '/images/…',
  },
  details: { meaning: 'Label: text, with | between them.', example: 'Brand: Gauvana | Origin: Ratnagiri' },
};
