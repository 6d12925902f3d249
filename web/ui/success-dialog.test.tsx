import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SuccessDialog } from './success-dialog.tsx';

test('what was saved is confirmed by a green OK', () => {
  const html = renderToStaticMarkup(
    <SuccessDialog title="Category added" onClose={() => {}}>
      Snacks is in the shop.
    </SuccessDialog>,
  );
  expect(html).toContain('Snacks is in the shop.');
  expect(html).toMatch(/<button type="button"[^>]*bg-leaf[^>]*>OK<\/button>/);
});

test('the way on can be called otherwise, and needs no sentence', () => {
  const html = renderToStaticMarkup(
    <SuccessDialog title="Imported" confirmLabel="See the products" onClose={() => {}} />,
  );
  expect(html).toContain('>See the products</button>');
});
