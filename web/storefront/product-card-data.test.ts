import { describe, expect, it } from 'vitest';
import { toPriceTag, withPicturesFirst } from './product-card-data.ts';

describe('toPriceTag', () => {
  it('has one price without a discount', () => {
    expect(toPriceTag({ price: 45, discount: 0 })).toEqual({ now: '₹45', before: null, percentOff: null });
  });

  it('subtracts the discount in whole rupees, rounded up', () => {
    expect(toPriceTag({ price: 99, discount: 10 })).toEqual({ now: '₹89', before: '₹99', percentOff: '10%' });
  });

  it('formats paise, thousands and half percents', () => {
    expect(toPriceTag({ price: 1299.5, discount: 12.5 })).toEqual({
      now: '₹1,136.50',
      before: '₹1,299.50',
      percentOff: '12.5%',
    });
  });
});

it('begins a row with products that have a picture, and ends it with those out of stock', () => {
  const drawn = { stock: 3, image: '' };
  const pictured = { stock: 3, image: '/images/a/640.webp' };
  const gone = { stock: 0, image: '/images/b/640.webp' };
  expect(withPicturesFirst([gone, drawn, pictured])).toEqual([pictured, drawn, gone]);
});
