import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Field } from './field.tsx';

test('the label is associated with the input', () => {
  const html = renderToStaticMarkup(<Field label="City" name="city" />);
  const [, forId] = /<label for="([^"]+)"/.exec(html) ?? [];
  expect(forId).toBeDefined();
  expect(html).toContain(`<input id="${forId}"`);
  expect(html).not.toContain('aria-describedby');
});

test('an error replaces the hint, marks the input as invalid and describes it', () => {
  const html = renderToStaticMarkup(<Field label="Pincode" hint="Six digits" error="Too short" />);
  expect(html).toContain('aria-invalid="true"');
  expect(html).toContain('Too short');
  expect(html).not.toContain('Six digits');
  const [, noteId] = /aria-describedby="([^"]+)"/.exec(html) ?? [];
  expect(html).toContain(`<p id="${noteId}"`);
});
