import { useEffect, useEffectEvent } from 'react';

/** What a key does; `Shift` and the like are never part of it. */
export type KeyActions = Readonly<Record<string, () => void>>;

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
