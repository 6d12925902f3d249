import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { undoKey } from './order-status.ts';

const keys = [
  { keys: ['j', 'k'], text: 'next and previous order' },
  { keys: ['Enter'], text: 'open it' },
  { keys: ['x'], text: 'select it' },
  { keys: ['p'], text: 'pack' },
  { keys: ['o'], text: 'hand over: out for delivery' },
  { keys: ['d'], text: 'delivered' },
  { keys: [undoKey], text: 'undo delivered' },
  { keys: ['c'], text: 'cancel' },
  { keys: ['/'], text: 'search' },
  { keys: ['m'], text: 'sound on or off' },
  { keys: ['Esc'], text: 'close' },
];

export function KeyboardShortcuts() {
  return (
    <details className="mt-8 pointer-coarse:hidden rounded-lg border border-line bg-surface">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 text-sm font-semibold">
        Keyboard shortcuts
      </summary>
      <ul className="grid gap-x-6 gap-y-2 px-4 pt-1 pb-4 text-sm sm:grid-cols-2">
        {keys.map(({ keys: names, text }) => (
          <li key={text} className="flex items-center gap-2">
            {names.map((name) => (
              <kbd
                key={name}
                className="inline-block min-w-6 rounded-sm border border-line bg-sunken px-1.5 text-center font-sans font-bold"
              >
                {name}
              </kbd>
            ))}
            <span className="text-ink-soft">{text}</span>
          </li>
        ))}
      </ul>
      <p className="px-4 pb-4 text-sm text-ink-soft">
        Shortcuts apply to the selected orders, otherwise to the open or focused order.
      </p>
    </details>
  );
}

/** Actions by `KeyboardEvent.key`, without modifiers. */
type KeyActions = Readonly<Record<string, () => void>>;

/**
 * Keyboard shortcuts of the board; inactive while typing and while more dialogs than `openDialogs` are open.
 */
export function useBoardKeys({ openDialogs: dialogs }: { openDialogs: number }, actions: KeyActions): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[event.key];
    if (action === undefined || document.querySelectorAll('dialog[open]').length > dialogs) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isChord = event.ctrlKey || event.metaKey || event.altKey;
      // A held key must not run through one order after another.
      if (isChord || event.repeat || event.defaultPrevented || isTypedInto(event.target)) return;
      act(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function isTypedInto(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'radio';
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/**
 * Keyboard focus in the order list. When a status change removes the focused row, the focus moves to the row
 * that takes its place.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>) {
  const targetRow = useRef<number | null>(null);
  useEffect(() => {
    const forget = ({ target }: PointerEvent) => {
      // A dialog opened from a row returns the focus to it.
      if (target instanceof Element && target.closest('dialog') !== null) return;
      targetRow.current = null;
    };
    // A click elsewhere leaves the list.
    document.addEventListener('pointerdown', forget, { capture: true });
    return () => document.removeEventListener('pointerdown', forget, { capture: true });
  }, []);
  // Any render may have removed the focused row.
  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    if (targetRow.current === null || !isLost || document.querySelector('dialog[open]') !== null) return;
    focusRow(list.current, targetRow.current);
  });

  /** Index of the row with the focus; -1 if it is elsewhere. */
  const focusedIndex = () => rowsOf(list.current).findIndex((row) => row.contains(document.activeElement));
  return {
    focusedIndex,
    /** Call before an action after which the row may be gone: the next row then gets its focus. */
    keepRowFocus: () => {
      const at = focusedIndex();
      if (at !== -1) targetRow.current = at;
    },
    /** Moves the focus down or up; from outside the list to the first row. */
    move: (by: number) => {
      const at = focusedIndex();
      targetRow.current = focusRow(list.current, at === -1 ? 0 : at + by);
    },
  };
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-order]') ?? [])];
}

/** Focuses the button that opens the order; returns the index within the bounds of the list. */
function focusRow(list: HTMLElement | null, index: number): number | null {
  const rows = rowsOf(list);
  const at = Math.min(Math.max(index, 0), rows.length - 1);
  rows[at]?.querySelector('button')?.focus();
  return rows[at] === undefined ? null : at;
}
