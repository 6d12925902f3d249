import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { ReorderDialog } from './order-actions.tsx';

type Result = Parameters<typeof ReorderDialog>[0]['result'];

function drawn(result: Partial<Result>): string {
  const whole = { added: [], short: [], gone: [], ...result };
  const router = createMemoryRouter([
    { path: '/', element: <ReorderDialog result={whole} onClose={() => {}} /> },
  ]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

const short = (got: number) => [{ productId: '1', name: 'Milk', wanted: 3, got }];

test('what came in part is told with its number', () => {
  const html = drawn({ short: short(2) });
  expect(html).toContain('Not everything is in stock');
  expect(html).toContain('Milk: 2 of 3');
});

test('what did not come at all is not told as fewer, and the cart is not offered for it', () => {
  const html = drawn({ short: short(0), gone: [{ name: 'Ghee' }] });
  expect(html).toContain('Nothing could be added');
  expect(html).not.toMatch(/Fewer than before|0 of 3|See your cart/);
  expect(html).toMatch(/No more could be added.*Milk.*Not to be had right now.*Ghee/);
});
