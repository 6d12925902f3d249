import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

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
