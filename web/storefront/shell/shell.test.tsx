import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { Header } from './header.tsx';
import { BottomBar, Footer } from './shell.tsx';
// The page /search brings its input.
import '#web/storefront/search/search-input.tsx';

const shop = {
  name: 'Tokri',
  tagline: 'Groceries in ten minutes',
  url: 'https://tokri.example',
  contact: {
    email: 'hello@tokri.example',
    phone: '9876543210',
    address: '12 Market Road\nPune 411001',
    facebook: 'https://facebook.example/tokri',
    instagram: 'https://instagram.example/tokri',
    linkedin: 'https://linkedin.example/tokri',
  },
  legal: ['GSTIN 27AAPFU0939F1ZV'],
  pages: ['terms'],
  paymentMethods: ['CARD', 'CASH'],
  deliveryHeader: 'NONE',
};

/** The server-rendered HTML of a component at an address. */
function render(Component: ComponentType, address: string): string {
  const pages = [
    { index: true, Component },
    { path: '*', Component },
  ] as const;
  const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => ({ shop }), children: [...pages] }]);
  return renderToStaticMarkup(
    <Stub initialEntries={[address]} hydrationData={{ loaderData: { root: { shop } } }} />,
  );
}

test('the search bar on /search is an input with the query, in a form that works without JavaScript', () => {
  const html = render(Header, '/search?q=choclate+milk');
  expect(html).toMatch(/<form[^>]*action="\/search"/);
  expect(html).toMatch(/<input[^>]*name="q"[^>]*value="choclate milk"/);
  expect(html).toMatch(/<a[^>]*aria-label="Back to the home page"[^>]*href="\/"/);
});

test('the search bar elsewhere is a link to /search with an example', () => {
  const html = render(Header, '/product/milk-p1');
  expect(html).toMatch(/<a[^>]*href="\/search"/);
  expect(html).toContain('Search &quot;milk&quot;');
  expect(html).not.toContain('<form');
});

test('the header is marked as searching on /search with a query only', () => {
  expect(render(Header, '/search?q=milk')).toContain('data-searching="true"');
  expect(render(Header, '/search')).toContain('data-searching="false"');
  expect(render(Header, '/cart?q=milk')).toContain('data-searching="false"');
});

test('the server renders Login and an empty cart for everyone', () => {
  const html = render(Header, '/');
  expect(html).toContain('>Login</a>');
  expect(html).toContain('My Cart');
});

test('the server renders no bottom bar, because the cart is empty for everyone', () => {
  expect(render(BottomBar, '/')).toBe('');
});

test('the footer has the copyright and the three configured social links', () => {
  const html = render(Footer, '/');
  expect(html).toContain('© Tokri');
  for (const network of ['facebook', 'instagram', 'linkedin']) {
    expect(html).toContain(`href="https://${network}.example/tokri"`);
    for (const page of ['terms', 'contact']) expect(html).toContain(`href="/page/${page}"`);
  }
});
