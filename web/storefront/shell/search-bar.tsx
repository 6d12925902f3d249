import { ArrowLeft, Search } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { TypedPlaceholder } from './typed-placeholder.tsx';

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
  const asked = new URLSearchParams(useLocation().search).get('q') ?? '';
  const [typed, setTyped] = useState(asked);
  const lastSent = useRef(asked);

  // The address also changes without typing: by a link, or by the browser's own buttons.
  useEffect(() => {
    if (asked === lastSent.current) return;
    lastSent.current = asked;
    setTyped(asked);
  }, [asked]);

  function onChange(event: ChangeEvent<HTMLInputElement>) {
    const text = event.target.value;
    setTyped(text);
    lastSent.current = text;
    const query = text === '' ? '' : `?${new URLSearchParams({ q: text })}`;
    void navigate(`/search${query}`, { replace: true, preventScrollReset: true });
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
