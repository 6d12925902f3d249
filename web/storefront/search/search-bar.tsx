import { Search } from 'lucide-react';
import { type FunctionComponent, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { t } from '#web/texts/t.ts';

export const boxClass =
  'flex h-11 w-full items-center overflow-hidden rounded-md border border-line bg-surface text-ink-soft focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-leaf';
export const iconClass = 'inline-flex h-full w-11 flex-none items-center justify-center text-ink';

let SearchInput: FunctionComponent | null = null;

/**
 * Sets the input of /search. Its code comes with that page, because the first load of other pages has no space for
 * it.
 */
export function provideSearchInput(component: FunctionComponent): void {
  SearchInput = component;
}

/** An input on /search, elsewhere a link to /search that looks like one. */
export function SearchBar() {
  const { pathname } = useLocation();
  return pathname === '/search' && SearchInput !== null ? <SearchInput /> : <SearchLink />;
}

function SearchLink() {
  return (
    <Link to="/search" className={boxClass} prefetch="intent">
      <span className={iconClass}>
        <Search aria-hidden="true" className="size-5" />
        <span className="sr-only">{t('shell.search')}</span>
      </span>
      <TypedPlaceholder />
    </Link>
  );
}

/** The example searches, in the order in which the search bar types them. */
export const searchExamples = t('shell.searchExamples').split(',');

const pauseMs = 1000;
const characterMs = 70;

/** Types the example searches character by character, in a loop. Static when the system asks for reduced motion. */
function TypedPlaceholder() {
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
