import { type RefObject, useEffect } from 'react';

/** `/` leads to this box from anywhere on the page, as it does in most shops and tools. */
export function useFocusOnSlash(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      // There it is a letter like any other; and what lies below an open dialog is out of reach.
      if (isTypedInto(document.activeElement) || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [input]);
}

function isTypedInto(element: Element | null): boolean {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}
