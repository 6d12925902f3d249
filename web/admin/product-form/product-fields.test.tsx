import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PricePreview } from './product-fields.tsx';

const textOf = (price: string, discount: string) =>
  renderToStaticMarkup(<PricePreview price={price} discount={discount} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

test.each([
  ['100', '10', 'Shoppers pay ₹90 instead of ₹100 ₹10 off'],
  ['99.50', '12.5', 'Shoppers pay ₹86.50 instead of ₹99.50 ₹13 off'],
  ['100', '', 'Shoppers pay ₹100'],
  ['100', '0', 'Shoppers pay ₹100'],
  ['10', '100', 'Shoppers pay ₹0 instead of ₹10 ₹10 off'],
  ['', '', 'The price that shoppers pay appears here.'],
  ['0', '5', 'The price that shoppers pay appears here.'],
  ['100', '101', 'The price that shoppers pay appears here.'],
])('price %s and discount %s', (price, discount, text) => {
  expect(textOf(price, discount)).toBe(text);
});
