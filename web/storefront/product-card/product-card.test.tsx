import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { ProductCardData } from '#web/storefront/product-card-data.ts';
import { PromisedMinutes } from '#web/storefront/promised-minutes.ts';
import { ProductCard } from './product-card.tsx';

const butter: ProductCardData = {
  _id: 'p1',
  name: 'Salted Butter & Co',
  image: '/images/abc/640.webp',
  unit: '100 g',
  unitPrice: '₹0.55/g',
  stock: 5,
  price: 62,
  discount: 10,
  hue: 90,
};

function render(product: ProductCardData): string {
  const router = createMemoryRouter([
    { path: '/', element: <ProductCard product={product} sizes="10rem" /> },
  ]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

describe('ProductCard', () => {
  it('renders image, delivery badge, name, unit, both prices, offer and ADD', () => {
    const html = render(butter);
    expect(html).toContain('/images/abc/320.avif 320w');
    expect(html).toContain('10 min');
    expect(html).toContain('Salted Butter &amp; Co</a>');
    expect(html).toMatch(/100 g<\/span><small>₹0.55\/g<\/small>/);
    expect(html).toMatch(/₹55.*<s>₹62<\/s>/);
    expect(html).toContain('10% OFF');
    expect(html).toContain('ADD');
  });

  it('renders the minutes that the store promises', () => {
    const card = <ProductCard product={butter} sizes="10rem" />;
    const element = <PromisedMinutes value={25}>{card}</PromisedMinutes>;
    const router = createMemoryRouter([{ path: '/', element }]);
    expect(renderToStaticMarkup(<RouterProvider router={router} />)).toContain('>25 min<');
  });

  it('links to the product page', () => {
    expect(render(butter)).toContain('href="/product/salted-butter-co-p1"');
  });

  it('renders one price and no offer without a discount', () => {
    const html = render({ ...butter, discount: 0 });
    expect(html).toContain('₹62');
    expect(html).not.toContain('<s>');
    expect(html).not.toContain('OFF');
  });

  it('renders no unit price for a unit without a quantity', () => {
    const { unitPrice: _unitPrice, ...bunch } = butter;
    expect(render({ ...bunch, unit: '1 bunch' })).not.toContain('<small>');
  });

  it('renders a link to the page that lists the sizes of a family instead of ADD', () => {
    const html = render({ ...butter, family: 'salted-butter', options: 3 });
    expect(html).toMatch(/<a [^>]*aria-haspopup="dialog"[^>]*href="\/product\/salted-butter-co-p1"/);
    expect(html).toContain('3 options');
    expect(html).not.toMatch(/<button[^>]*aria-label="Add /);
  });

  it('renders ADD for one size of a family in a list of products', () => {
    expect(render({ ...butter, family: 'salted-butter' })).toContain(
      'Add Salted Butter &amp; Co to the cart',
    );
  });

  it('renders Out of stock instead of ADD when the stock is 0', () => {
    const html = render({ ...butter, stock: 0 });
    expect(html).toContain('Out of stock');
    expect(html).not.toContain('ADD');
  });

  it('renders at most 20 elements, because pages contain hundreds of cards', () => {
    const elements = render(butter).match(/<[a-z]/g) ?? [];
    expect(elements.length).toBeLessThanOrEqual(20);
  });
});
