import { Search } from 'lucide-react';
import type { FunctionComponent } from 'react';
import { Link, useLocation } from 'react-router';
import { t } from '#web/texts/t.ts';
import { TypedPlaceholder } from './typed-placeholder.tsx';

export const boxClass =
  'flex h-11 w-full items-center overflow-hidden rounded-md border border-line bg-surface text-ink-soft focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-leaf';
export const iconClass = 'inline-flex h-full w-11 flex-none items-center justify-center text-ink';

let SearchInput: FunctionComponent | null = null;

/** Sets the input of /search. Its code comes with that page, because the first load of other pages has no space for it. */
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
