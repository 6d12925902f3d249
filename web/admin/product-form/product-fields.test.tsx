import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PricePreview } from './product-fields.tsx';

const textOf = (price: string, discount: string, salePrice = '') =>
  renderToStaticMarkup(<PricePreview price={price} discount={discount} salePrice={salePrice} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

test.each<[string, string, string]>([
  ['100', '10', 'Shoppers pay ₹90 instead of ₹100 ₹10 off'],
  ['99.50', '12.5', 'Shoppers pay ₹86.50 instead of ₹99.50 ₹13 off'],
  ['100', '', 'Shoppers pay ₹100'],
  ['100', '0', 'Shoppers pay ₹100'],
  ['100', '0.5', 'Shoppers pay ₹99 instead of ₹100 ₹1 off'],
  [
    '10',
    '100',
    'Shoppers pay ₹0 instead of ₹10 ₹10 off Shoppers pay nothing: the price after discount is ₹0.',
  ],
  ['1', '5', 'Shoppers pay ₹0 instead of ₹1 ₹1 off Shoppers pay nothing: the price after discount is ₹0.'],
  [
    '5',
    '1',
    'Shoppers pay ₹4 instead of ₹5 ₹1 off Discounts are rounded up to whole rupees: this one takes off 20 %.',
  ],
  ['', '', 'The price that shoppers pay appears here.'],
  ['0', '5', 'The price that shoppers pay appears here.'],
  ['100', '101', 'The price that shoppers pay appears here.'],
])('price %s and discount %s', (price, discount, text) => {
  expect(textOf(price, discount)).toBe(text);
});

test.each([
  ['195', '', '109.20', 'Shoppers pay ₹109.20 instead of ₹195 ₹85.80 off'],
  ['195', '5', '109.20', /Enter a discount or a sale price, not both\.$/],
  ['195', '', '196', /The sale price is more than the price\.$/],
])('price %s, discount %s and sale price %s', (price, discount, salePrice, text) => {
  expect(textOf(price, discount, salePrice)).toEqual(expect.stringMatching(text));
});
