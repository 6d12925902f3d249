import { useEffect, useState } from 'react';
import { examples, firstState, step, typedText } from './typed-words.ts';

/** Example searches, typed letter by letter, one after the other, for ever. Still for who wants no motion. */
export function TypedPlaceholder() {
  const [state, setState] = useState({ ...firstState, letters: examples[0].length });
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const { next, afterMs } = step(state);
    const timer = setTimeout(() => setState(next), afterMs);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <span aria-hidden="true" className="truncate">
      {typedText(state)}
      <span className="caret" />
    </span>
  );
}
