import { useEffect, useState } from 'react';
import { t } from '#web/texts/t.ts';

/** The example searches, in the order in which the search bar types them. */
export const searchExamples = t('shell.searchExamples').split(',');

const pauseMs = 1000;
const characterMs = 70;

/** Types the example searches character by character, in a loop. Static when the system asks for reduced motion. */
export function TypedPlaceholder() {
  const [state, setState] = useState({ ...initialState, length: searchExamples[0]?.length ?? 0 });
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const { next, afterMs } = step(state);
    const timer = setTimeout(() => setState(next), afterMs);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <span aria-hidden="true" className="truncate">
      {typedText(state)}
      <span className="ml-px inline-block h-[1.1em] w-px animate-blink bg-current align-text-bottom" />
    </span>
  );
}

/** The first `length` characters of the example at `index`. */
interface TypedState {
  index: number;
  length: number;
}

export const initialState: TypedState = { index: 0, length: 0 };

export function typedText({ index, length }: TypedState): string {
  const example = searchExamples[index] ?? '';
  return t('shell.searchExample', { typed: example.slice(0, length) + (length < example.length ? '' : '"') });
}

/** The state after this one, and how long this one is shown. */
export function step({ index, length }: TypedState): { next: TypedState; afterMs: number } {
  if (length < (searchExamples[index] ?? '').length) {
    return { next: { index, length: length + 1 }, afterMs: characterMs };
  }
  return { next: { index: (index + 1) % searchExamples.length, length: 0 }, afterMs: pauseMs };
}
