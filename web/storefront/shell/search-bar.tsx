import { ArrowLeft, Search } from 'lucide-react';
import { type ChangeEvent, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useNavigationType } from 'react-router';
import { TypedPlaceholder } from './typed-placeholder.tsx';

/** What the history keeps of an address that came from typing. */
const typedState = 'typed';

/** The search bar of every page: a real input on /search, elsewhere a link to it that looks like one. */
export function SearchBar() {
  const { pathname } = useLocation();
  return pathname === '/search' ? <SearchInput /> : <SearchLink />;
}

function SearchLink() {
  return (
    <Link to="/search" className="search-box" prefetch="intent">
      <span className="icon">
        <Search aria-hidden="true" className="size-5" />
        <span className="sr-only">Search for groceries</span>
      </span>
      <TypedPlaceholder />
    </Link>
  );
}

/** Typing changes the address at once and in place, so that 'back' leads out of the search and not through it. */
function SearchInput() {
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const { search, state, key } = useLocation();
  const asked = new URLSearchParams(search).get('q') ?? '';
  const [typed, setTyped] = useState(asked);

  // An address that came from typing is behind the input whenever somebody types fast, and must not reach back
  // into it. By a link or the browser's own buttons the address comes first.
  const isFromTyping = navigationType === 'REPLACE' && state === typedState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key tells one visit of an address from the next.
  useEffect(() => {
    if (!isFromTyping) setTyped(asked);
  }, [key, asked, isFromTyping]);

  function onChange(event: ChangeEvent<HTMLInputElement>) {
    const text = event.target.value;
    setTyped(text);
    const query = text === '' ? '' : `?${new URLSearchParams({ q: text })}`;
    void navigate(`/search${query}`, { replace: true, preventScrollReset: true, state: typedState });
  }

  return (
    <form action="/search" className="search-box" onSubmit={(event) => event.preventDefault()}>
      <Link to="/" aria-label="Back to the home page" className="icon back">
        <ArrowLeft aria-hidden="true" className="size-5" />
      </Link>
      <span className="icon">
        <Search aria-hidden="true" className="size-5" />
      </span>
      <input
        type="search"
        name="q"
        value={typed}
        onChange={onChange}
        // biome-ignore lint/a11y/noAutofocus: whoever opens the search page wants to type (specification section 2)
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="search"
        maxLength={200}
        aria-label="Search for groceries"
        placeholder="Search for milk, bread and more"
      />
    </form>
  );
}
