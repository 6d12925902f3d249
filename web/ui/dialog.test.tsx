import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ConfirmDialog, SuccessDialog } from './dialog.tsx';

const common = { title: 'Log out', question: 'Log out here?', onConfirm: () => {}, onClose: () => {} };

test('the labels are OK, No and Cancel by default', () => {
  const html = renderToStaticMarkup(<ConfirmDialog {...common} onDeny={() => {}} />);
  const labels = [...html.matchAll(/<button[^>]*>([^<]+)<\/button>/g)].map(([, label]) => label);
  expect(labels).toEqual(['Cancel', 'No', 'OK']);
});

test('renders no second button without onDeny', () => {
  expect(renderToStaticMarkup(<ConfirmDialog {...common} />)).not.toContain('>No<');
});

test('disables the confirm button while busy', () => {
  const html = renderToStaticMarkup(<ConfirmDialog {...common} confirmLabel="Delete" isBusy isDangerous />);
  expect(html).toMatch(/<button type="button" aria-disabled="true"[^>]*>.*Delete<\/button>/);
});

test('a success dialog has a green OK button', () => {
  const html = renderToStaticMarkup(
    <SuccessDialog title="Category added" onClose={() => {}}>
      Snacks was created.
    </SuccessDialog>,
  );
  expect(html).toContain('Snacks was created.');
  expect(html).toMatch(/<button type="button"[^>]*bg-leaf[^>]*>OK<\/button>/);
});

test('a success dialog takes another label and needs no text', () => {
  const html = renderToStaticMarkup(
    <SuccessDialog title="Imported" confirmLabel="See the products" onClose={() => {}} />,
  );
  expect(html).toContain('>See the products</button>');
});
