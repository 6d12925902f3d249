import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

const keys = [
  { keys: ['j', 'k'], text: 'next and previous order' },
  { keys: ['Enter'], text: 'open it' },
  { keys: ['x'], text: 'choose it, for several at once' },
  { keys: ['p'], text: 'pack' },
  { keys: ['o'], text: 'hand over: out for delivery' },
  { keys: ['d'], text: 'delivered' },
  { keys: ['c'], text: 'cancel' },
  { keys: ['/'], text: 'search' },
  { keys: ['m'], text: 'sound on or off' },
  { keys: ['Esc'], text: 'close' },
];

/** The keys of the board, for those who would rather not reach for the mouse. */
export function KeyboardShortcuts() {
  return (
    <details className="board-keys mt-8 rounded-lg border border-line bg-surface">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 text-sm font-semibold">
        One key for each step
      </summary>
      <ul className="grid gap-x-6 gap-y-2 px-4 pt-1 pb-4 text-sm sm:grid-cols-2">
        {keys.map(({ keys: names, text }) => (
          <li key={text} className="flex items-center gap-2">
            {names.map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
            <span className="text-ink-soft">{text}</span>
          </li>
        ))}
      </ul>
      <p className="px-4 pb-4 text-sm text-ink-soft">
        They count for the chosen orders, otherwise for the one that is open or in focus.
      </p>
    </details>
  );
}

/** What a key does; `Shift` and the like are never part of it. */
type KeyActions = Readonly<Record<string, () => void>>;

/**
 * One key for each step of the day, except where letters are typed or something is asked.
 * @param dialogs how many dialogs may be open: one while an order is looked at
 */
export function useBoardKeys(dialogs: number, actions: KeyActions): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[event.key];
    if (action === undefined || document.querySelectorAll('dialog[open]').length > dialogs) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isChord = event.ctrlKey || event.metaKey || event.altKey;
      // A key that is held down would go through one order after the other.
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
 * Where the keyboard is in the list. Who has done a step goes on with the order that takes the place of theirs; the
 * focus is never lost with a row that goes away.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>) {
  const targetRow = useRef<number | null>(null);
  useEffect(() => {
    const forget = ({ target }: PointerEvent) => {
      // What is opened from a row is closed to it again.
      if (target instanceof Element && target.closest('dialog') !== null) return;
      targetRow.current = null;
    };
    // Who points somewhere else has left the list.
    document.addEventListener('pointerdown', forget, { capture: true });
    return () => document.removeEventListener('pointerdown', forget, { capture: true });
  }, []);
  // After every change of the page: any of them may have taken the focused row away.
  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    if (targetRow.current === null || !isLost || document.querySelector('dialog[open]') !== null) return;
    focusRow(list.current, targetRow.current);
  });

  /** The place of the row in which the keyboard is; -1 when it is elsewhere. */
  const place = () => placeInFocus(list.current);
  return {
    place,
    /** Remembers the place before a step, or a look at an order, after which its row may be gone. */
    rememberRow: () => {
      const at = placeInFocus(list.current);
      if (at !== -1) targetRow.current = at;
    },
    /** Goes down or up; from outside to the first row. */
    move: (by: number) => {
      const at = placeInFocus(list.current);
      targetRow.current = focusRow(list.current, at === -1 ? 0 : at + by);
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
