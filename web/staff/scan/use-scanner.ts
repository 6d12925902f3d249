import { useEffect, useEffectEvent } from 'react';

/** Between two characters of a code: a busy phone receives them late. */
const maximumGapMs = 500;
const minimumLength = 6;

/** Reads what a keyboard scanner types anywhere on the page: characters in quick succession, ended by Enter. */
export function useScanner(onCode: (code: string) => void): void {
  const report = useEffectEvent(onCode);
  useEffect(() => {
    let typed = '';
    let lastAt = 0;
    const read = (event: KeyboardEvent) => {
      const { key, timeStamp, target } = event;
      // An input reads what is typed into it.
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (timeStamp - lastAt > maximumGapMs) typed = '';
      lastAt = timeStamp;
      if (key.length === 1) typed += key;
      else if (key === 'Enter' && typed.length >= minimumLength) {
        // It would press the button that has the focus.
        event.preventDefault();
        event.stopPropagation();
        report(typed);
        typed = '';
      }
    };
    document.addEventListener('keydown', read, { capture: true });
    return () => document.removeEventListener('keydown', read, { capture: true });
  }, []);
}
