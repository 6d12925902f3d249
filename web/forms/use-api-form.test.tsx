import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { connectionError } from '#web/api/api-error.ts';
import type { Outcome } from '#web/api/client.ts';
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

const labelled = z.object({
  label: z.enum(['', 'Home']).optional(),
  line: z.string().min(1, 'Enter a line'),
});

/** The form of a page that is never in a browser: its values, its validation and its submission. */
function openForm(
  send: (values: { label: string; line: string }) => Promise<Outcome<null>>,
  loadSchema = async () => labelled,
) {
  const opened: { form?: ReturnType<typeof useApiForm<{ label: string; line: string }, null>> } = {};
  const Labelled = () => {
    opened.form = useApiForm({
      defaultValues: { label: '', line: '' },
      loadSchema,
      send,
      onSuccess: () => {},
    });
    return null;
  };
  renderToStaticMarkup(<Labelled />);
  if (opened.form === undefined) throw new Error('The form was not rendered.');
  return opened.form;
}

test('a group of radio buttons that is passed without a choice has its default', async () => {
  const send = vi.fn(async () => ({ isOk: true as const, response: null }));
  const form = openForm(send);
  form.setValue('line', '12 Lake Road');
  form.setValue('label', null as never);
  await form.submit();
  expect(send).toHaveBeenCalledExactlyOnceWith({ label: '', line: '12 Lake Road' });
});

test('an invalid form is not sent', async () => {
  const send = vi.fn(async () => ({ isOk: true as const, response: null }));
  const form = openForm(send);
  await form.submit();
  expect(send).not.toHaveBeenCalled();
  expect(form.getFieldState('line').error?.message).toBe('Enter a line');
});

test('a field that is corrected while the schema is loading is sent as it is then', async () => {
  const send = vi.fn(async () => ({ isOk: true as const, response: null }));
  const schema = Promise.withResolvers<typeof labelled>();
  const form = openForm(send, () => schema.promise);
  const submitted = form.submit();
  form.setValue('line', '12 Lake Road');
  schema.resolve(labelled);
  await submitted;
  expect(send).toHaveBeenCalledExactlyOnceWith({ label: '', line: '12 Lake Road' });
});

test.each([
  [true, 'UNREADABLE'],
  [false, 'OFFLINE'],
] as const)('a submission that throws is an error of the form (connected: %s)', async (onLine, code) => {
  const failure = new TypeError('Failed to fetch');
  vi.stubGlobal('navigator', { onLine });
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const form = openForm(() => Promise.reject(failure));
  form.setValue('line', '12 Lake Road');
  const shown = vi.fn();
  form.subscribe({ formState: { errors: true }, callback: ({ errors }) => shown(errors?.root?.message) });
  await form.submit();
  expect(shown).toHaveBeenCalledWith(connectionError(code).message);
  expect(log).toHaveBeenCalledExactlyOnceWith(failure);
  vi.unstubAllGlobals();
});
