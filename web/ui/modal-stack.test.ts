import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getTopModal, pushModal, subscribeToModals } from './modal-stack.ts';

const classes = new Set<string>();
beforeEach(() => {
  const classList = {
    toggle: (name: string, isOn: boolean) => (isOn ? classes.add(name) : classes.delete(name)),
  };
  vi.stubGlobal('document', { documentElement: { classList } });
});
afterEach(() => vi.unstubAllGlobals());

/** Only told apart from others, never drawn. */
function dialog(): HTMLDialogElement {
  return Object.create(null);
}

test('the dialog that opened last is on top, and the one below after it has closed', () => {
  const [cart, confirm] = [dialog(), dialog()];
  const closeCart = pushModal(cart);
  const closeConfirm = pushModal(confirm);
  expect(getTopModal()).toBe(confirm);
  closeConfirm();
  expect(getTopModal()).toBe(cart);
  closeCart();
  expect(getTopModal()).toBeNull();
});

test('the page may scroll again only when the last dialog has closed', () => {
  const closeFirst = pushModal(dialog());
  const closeSecond = pushModal(dialog());
  closeFirst();
  expect(classes.has('has-modal')).toBe(true);
  closeSecond();
  expect(classes.has('has-modal')).toBe(false);
});

test('listeners hear of every opening and closing until they stop', () => {
  const listener = vi.fn();
  const stop = subscribeToModals(listener);
  pushModal(dialog())();
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  pushModal(dialog())();
  expect(listener).toHaveBeenCalledTimes(2);
});
