import type { MouseEvent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';

/** Presses a button as React would; says whether what the browser does by itself, such as sending a form, was stopped. */
function press(button: ReturnType<typeof Button>): boolean {
  const preventDefault = vi.fn();
  button.props.onClick?.({ preventDefault } as Partial<MouseEvent<HTMLButtonElement>>);
  return preventDefault.mock.calls.length > 0;
}

test('a busy button takes no tap and sends no form, and keeps the focus', () => {
  const onClick = vi.fn();
  const busy = Button({ type: 'submit', isBusy: true, onClick, children: 'Save' });
  expect(press(busy)).toBe(true);
  expect(onClick).not.toHaveBeenCalled();
  const html = renderToStaticMarkup(busy);
  expect(html).toContain('aria-disabled="true"');
  // A disabled element cannot have it.
  expect(html).not.toContain(' disabled=');
});

test('a button that is not busy is pressed, unless it is disabled', () => {
  const onClick = vi.fn();
  expect(press(Button({ onClick, children: 'Save' }))).toBe(false);
  expect(onClick).toHaveBeenCalledOnce();
  expect(renderToStaticMarkup(<Button disabled>Save</Button>)).toContain(' disabled=""');
  expect(renderToStaticMarkup(<Button>Save</Button>)).not.toMatch(/<[^>]* (?:aria-)?disabled=/);
});
