import { expect, test } from 'vitest';
import { type AdminProduct, createProduct } from '#contract/products/product.ts';
import { emptyFields } from '#contract/products/product-fields.ts';
import { toDraft, toProductInput } from './product-draft.ts';

const apples: AdminProduct = {
  ...emptyFields,
  _id: 'p1',
  name: 'Apples',
  image: ['/images/0123456789abcdefghijkl/640.webp'],
  category: [{ _id: 'c1', name: 'Fruits', nameHindi: '', hue: 10 }],
  subCategory: [{ _id: 's1', name: 'Apples & Pears', nameHindi: '' }],
  brand: '',
  sku: 'FR-1',
  barcode: '4006381333931',
  costPrice: 80.25,
  location: 'Aisle 3, shelf 2',
  origin: 'India',
  status: 'draft',
  family: 'apples',
  maximumPerOrder: 4,
  lowStockThreshold: 0,
  hsn: '0808',
  gstRate: 12.5,
  cessRate: null,
  unit: '1 kg',
  veg: null,
  stock: 12,
  price: 99.5,
  discount: 12.5,
  description: 'Red.\nCrisp.',
  more_details: { 'Shelf life': '10 days', '': 'without a name' },
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
};

test('converts a product to form values and back without changes', () => {
  const { success, data } = createProduct.input.safeParse(toProductInput(toDraft(apples)));
  expect(success).toBe(true);
  const { _id, createdAt, updatedAt, ...fields } = apples;
  expect(data).toEqual({ ...fields, category: ['c1'], subCategory: ['s1'] });
});

test('keeps the order of details', () => {
  const more_details = [
    { label: 'Shelf life', text: '1 day' },
    { label: 'Brand', text: 'Ours' },
  ];
  const sent = toProductInput({ ...toDraft(apples), more_details });
  expect(Object.entries(sent.more_details ?? {})).toEqual([
    ['Shelf life', '1 day'],
    ['Brand', 'Ours'],
  ]);
});

test('parses numbers as typed', () => {
  const sent = toProductInput({ ...toDraft(apples), price: '₹1,234.50', stock: '1,00,000', discount: '5%' });
  expect(sent).toMatchObject({ price: 1234.5, stock: 100_000, discount: 5 });
  const limits = { maximumPerOrder: 4, lowStockThreshold: 0, gstRate: 12.5, cessRate: null };
  expect(sent).toMatchObject({ ...limits, hsn: '0808', status: 'draft', family: 'apples' });
  expect(toProductInput({ ...toDraft(apples), gstRate: 'five' }).gstRate).toBeNaN();
});

test('starts a new product as active, with empty values', () => {
  const { status, ...empty } = toDraft(undefined);
  expect(status).toBe('active');
  expect(new Set(Object.values(empty).flat())).toEqual(new Set(['']));
});
