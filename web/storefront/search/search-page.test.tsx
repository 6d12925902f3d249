import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { ProductListPage } from '#web/storefront/product-list/product-pages.ts';
import { toRelatedLinks } from './related-links.tsx';
import SearchPage from './search-page.tsx';

const product = (index: number) => ({
  _id: `p${index}`,
  name: `Milk ${index}`,
  image: '',
  unit: '1 L',
  stock: 4,
  price: 60,
  discount: 0,
  hue: 90,
});

const related = toRelatedLinks({
  ...{ success: true, error: false, message: '' },
  data: {
    correction: 'milk',
    brands: [{ name: 'Milky Mist', count: 12 }],
    listings: [
      {
        category: { _id: 'c', name: 'Dairy', nameHindi: '' },
        subCategory: { _id: 's', name: 'Milk', nameHindi: '' },
      },
    ],
    products: [],
  },
});

function render(text: string, firstPage: ProductListPage | null, examples: string[] = []): string {
  const router = createMemoryRouter(
    [{ id: 'search', path: '/search', element: <SearchPage />, loader: () => null }],
    {
      initialEntries: [`/search?q=${text}`],
      hydrationData: {
        loaderData: { search: { text, options: {}, firstPage, without: null, related, examples } },
      },
    },
  );
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

describe('SearchPage', () => {
  it('renders the total, the first page and a link to the next one', () => {
    const products = Array.from({ length: 12 }, (_, index) => product(index));
    const html = render('milk', { products, page: 1, totalPage: 3, totalCount: 30 });
    expect(html).toContain('Search Results: 30');
    expect(html.match(/data-testid="product-card"/g)).toHaveLength(12);
    expect(html).toContain('href="/search?q=milk&amp;page=2"');
    expect(html).toContain('Load more');
    expect(html).toContain('Did you mean <b>milk</b>?');
    for (const path of ['/search?q=milk', '/brand/milky-mist', '/dairy-c/milk-s'])
      expect(html).toContain(`href="${path}"`);
  });

  it('has no Load more on the last page and links back to the first', () => {
    const html = render('milk', { products: [product(25)], page: 3, totalPage: 3, totalCount: 25 });
    expect(html).not.toContain('Load more');
    expect(html).toContain('href="/search?q=milk"');
  });

  it('renders No Data found without results', () => {
    const html = render('zzz', { products: [], page: 1, totalPage: 0, totalCount: 0 });
    expect(html).toContain('No Data found');
  });

  it('renders suggestions without a query', () => {
    const html = render('', null, ['panner']);
    expect(html).not.toContain('Search Results');
    expect(html).toContain('Type a product name above, or start with one of these.');
    expect(html).toContain('href="/search?q=panner"');
  });

  it('points at no examples where none has products', () => {
    expect(render('', null)).toContain('Type a product name above.');
    const none = { products: [], page: 1, totalPage: 0, totalCount: 0 };
    expect(render('zzz', none)).toContain('No results for “zzz”. Try a shorter word.');
  });
});
