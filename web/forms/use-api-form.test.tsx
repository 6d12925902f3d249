import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { connectionError } from '#web/api/api-error.ts';
import { toFieldErrors, toFieldName, useApiForm } from './use-api-form.ts';

function Form() {
  const form = useApiForm({
    defaultValues: { email: '', password: '' },
    loadSchema: () => import('#contract/identity/account.ts').then(({ loginUser }) => loginUser.input),
    send: async () => ({ isOk: false, error: connectionError('OFFLINE') }),
    onSuccess: () => {},
  });
  const { ref: _ref, error, ...password } = form.fieldProps('password');
  return (
    <form {...form.formProps}>
      <input type="password" {...password} aria-invalid={error !== undefined} />
    </form>
  );
}

test('a native submission before hydration is a POST, so that no password gets into the address', () => {
  const html = renderToStaticMarkup(<Form />);
  expect(html).toMatch(/<form [^>]*method="post"/);
  expect(html).toContain('aria-invalid="false"');
});

test('shows the first issue of each field of the form', () => {
  const issues = [
    { path: 'category.3', message: 'This is not an id.' },
    { path: 'category.4', message: 'This is not an id, either.' },
    { path: 'name', message: 'Enter a name' },
    { path: 'nameless', message: 'Unknown field.' },
  ];
  const names = ['name', 'image', 'category'];
  expect([...toFieldErrors(issues, (path) => toFieldName(path, names))]).toEqual([
    ['category', 'This is not an id.'],
    ['name', 'Enter a name'],
    ['nameless', 'Unknown field.'],
  ]);
  expect(toFieldErrors([], () => 'name').size).toBe(0);
});
