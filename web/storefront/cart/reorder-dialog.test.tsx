import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { ReorderDialog } from './reorder-dialog.tsx';

type Result = Parameters<typeof ReorderDialog>[0]['result'];

function drawn(result: Partial<Result>): string {
  const whole = { added: [], short: [], gone: [], ...result };
  const router = createMemoryRouter([
    { path: '/', element: <ReorderDialog result={whole} onClose={() => {}} /> },
  ]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

const short = (got: number) => [{ productId: '1', name: 'Milk', nameHindi: '', wanted: 3, got }];

test('a partly available product is listed with its quantity', () => {
  const html = drawn({ short: short(2) });
  expect(html).toContain('Not everything is in stock');
  expect(html).toContain('Milk: 2 of 3');
});

test('unavailable products are not listed as fewer and there is no link to the cart', () => {
  const html = drawn({ short: short(0), gone: [{ name: 'Ghee', nameHindi: '' }] });
  expect(html).toContain('Nothing could be added');
  expect(html).not.toMatch(/Fewer than before|0 of 3|See your cart/);
  expect(html).toMatch(/No more could be added.*Milk.*Not available.*Ghee/);
});
