import type { MouseEvent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';

/** Clicks a button. Returns whether the default action of the browser, such as a form submission, was prevented. */
function press(button: ReturnType<typeof Button>): boolean {
  const preventDefault = vi.fn();
  button.props.onClick?.({ preventDefault } as Partial<MouseEvent<HTMLButtonElement>>);
  return preventDefault.mock.calls.length > 0;
}

test('a busy button ignores clicks, submits no form and keeps the focus', () => {
  const onClick = vi.fn();
  const busy = Button({ type: 'submit', isBusy: true, onClick, children: 'Save' });
  expect(press(busy)).toBe(true);
  expect(onClick).not.toHaveBeenCalled();
  const html = renderToStaticMarkup(busy);
  expect(html).toContain('aria-disabled="true"');
  // A disabled element loses the focus.
  expect(html).not.toContain(' disabled=');
});

test('a button that is neither busy nor disabled handles clicks', () => {
  const onClick = vi.fn();
  expect(press(Button({ onClick, children: 'Save' }))).toBe(false);
  expect(onClick).toHaveBeenCalledOnce();
  expect(renderToStaticMarkup(<Button disabled>Save</Button>)).toContain(' disabled=""');
  expect(renderToStaticMarkup(<Button>Save</Button>)).not.toMatch(/<[^>]* (?:aria-)?disabled=/);
});
