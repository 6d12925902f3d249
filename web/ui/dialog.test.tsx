import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ConfirmDialog, SuccessDialog } from './dialog.tsx';

const common = { title: 'Log out', question: 'Log out here?', onConfirm: () => {}, onCancel: () => {} };

test('the labels are OK, No and Cancel unless given', () => {
  const html = renderToStaticMarkup(<ConfirmDialog {...common} onDeny={() => {}} />);
  const labels = [...html.matchAll(/<button[^>]*>([^<]+)<\/button>/g)].map(([, label]) => label);
  expect(labels).toEqual(['Cancel', 'No', 'OK']);
});

test('no second answer is offered where there is none', () => {
  expect(renderToStaticMarkup(<ConfirmDialog {...common} />)).not.toContain('>No<');
});

test('nothing can be confirmed twice while it is under way', () => {
  const html = renderToStaticMarkup(<ConfirmDialog {...common} confirmLabel="Delete" isBusy isDangerous />);
  expect(html).toMatch(/<button type="button" aria-disabled="true"[^>]*>.*Delete<\/button>/);
});

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
