import { expect, test } from 'vitest';
import { fieldLabel, formatChange, imageUrls } from './change-list.tsx';

test.each([
  ['name', 'Snacks', 'Snacks'],
  ['price', 1234.5, '₹1,234.50'],
  ['discount', 12.5, '12.5 %'],
  ['stock', 0, '0'],
  ['category', ['Dairy', 'Bakery'], 'Dairy, Bakery'],
  ['category', [{ _id: '1', name: 'Dairy' }], 'Dairy'],
  ['more_details', { Brand: 'Amul', Fat: '3 %' }, 'Brand: Amul\nFat: 3 %'],
  ['description', null, ''],
  ['description', undefined, ''],
  ['category', [], ''],
])('formats %s %j as %j', (field, value, text) => {
  expect(formatChange(field, value)).toBe(text);
});

test('returns one or several image URLs', () => {
  expect(imageUrls('image', '/images/a/640.webp')).toEqual(['/images/a/640.webp']);
  expect(imageUrls('image', ['/images/a/640.webp', '/images/b/640.webp'])).toHaveLength(2);
  expect(imageUrls('image', null)).toEqual([]);
  expect(imageUrls('name', '/images/a/640.webp')).toBeNull();
});

test('uses the field name where there is no label', () => {
  expect(fieldLabel('more_details')).toBe('Details');
  expect(fieldLabel('nickname')).toBe('nickname');
});
