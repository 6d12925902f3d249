import { type RefObject, useEffect, useRef } from 'react';

/**
 * Where the keyboard is in the list. Who has done a step goes on with the order that takes the place of theirs; the
 * focus is never lost with a row that goes away.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>) {
  const wish = useRef<number | null>(null);
  useEffect(() => {
    const forget = ({ target }: PointerEvent) => {
      // What is opened from a row is closed to it again.
      if (target instanceof Element && target.closest('dialog') !== null) return;
      wish.current = null;
    };
    // Who points somewhere else has left the list.
    document.addEventListener('pointerdown', forget, { capture: true });
    return () => document.removeEventListener('pointerdown', forget, { capture: true });
  }, []);
  // After every change of the page: any of them may have taken the focused row away.
  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    if (wish.current === null || !isLost || document.querySelector('dialog[open]') !== null) return;
    focusRow(list.current, wish.current);
  });

  /** The place of the row in which the keyboard is; -1 when it is elsewhere. */
  const place = () => placeInFocus(list.current);
  return {
    place,
    /** Remembers the place before a step, or a look at an order, after which its row may be gone. */
    keepPlace: () => {
      const at = placeInFocus(list.current);
      if (at !== -1) wish.current = at;
    },
    /** Goes down or up; from outside to the first row. */
    move: (by: number) => {
      const at = placeInFocus(list.current);
      wish.current = focusRow(list.current, at === -1 ? 0 : at + by);
    },
  };
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-order]') ?? [])];
}

function placeInFocus(list: HTMLElement | null): number {
  return rowsOf(list).findIndex((row) => row.contains(document.activeElement));
}

function focusRow(list: HTMLElement | null, place: number): number | null {
  const rows = rowsOf(list);
  const at = Math.min(Math.max(place, 0), rows.length - 1);
  rows[at]?.querySelector<HTMLElement>('.opener')?.focus();
  return rows[at] === undefined ? null : at;
}
