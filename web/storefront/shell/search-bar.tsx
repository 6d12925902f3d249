import { ArrowLeft, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useNavigationType } from 'react-router';
import { recentSearchesKey } from '#web/session/session.ts';
import { readStored } from '#web/storage.ts';
import { t } from '#web/texts/t.ts';
import { importWithRetry } from '#web/ui/lazy-with-retry.ts';
import { TypedPlaceholder } from './typed-placeholder.tsx';

const SearchSuggestions = lazy(() =>
  // The search works without suggestions.
  importWithRetry(() => import('#web/storefront/search/search-suggestions.tsx')).catch(() => ({
    default: () => null,
  })),
);

/** The history state of an address that came from typing. */
const typedState = 'typed';

const boxClass =
  'flex h-11 w-full items-center overflow-hidden rounded-md border border-line bg-surface text-ink-soft focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-leaf';
const iconClass = 'inline-flex h-full w-11 flex-none items-center justify-center text-ink';

/** An input on /search, elsewhere a link to /search that looks like one. */
export function SearchBar() {
  const { pathname } = useLocation();
  return pathname === '/search' ? <SearchInput /> : <SearchLink />;
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

/** Typing replaces the address at once, so that 'back' leaves the search instead of stepping through every query. */
function SearchInput() {
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const { search, state, key } = useLocation();
  const query = new URLSearchParams(search).get('q') ?? '';
  const [typed, setTyped] = useState(query);
  const input = useRef<HTMLInputElement>(null);
  const [edits, setEdits] = useState(0);
  const [submission, setSubmission] = useState<{ text: string } | null>(null);
  const [suggestionsFor, setSuggestionsFor] = useState<HTMLInputElement | null>(null);
  const wantSuggestions = () => setSuggestionsFor(input.current);

  // With fast typing the address lags behind the input and must not overwrite it. After a link or a browser button
  // the address wins.
  const isFromTyping = navigationType === 'REPLACE' && state === typedState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key distinguishes visits of the same address.
  useEffect(() => {
    if (!isFromTyping) setTyped(query);
  }, [key, query, isFromTyping]);

  function searchFor(text: string) {
    setTyped(text);
    const parameters = text === '' ? '' : `?${new URLSearchParams({ q: text })}`;
    void navigate(`/search${parameters}`, { replace: true, preventScrollReset: true, state: typedState });
  }

  const searchForEarlyText = useEffectEvent(() => {
    const text = input.current?.value ?? query;
    if (text !== query) searchFor(text);
  });
  // After the effect above. Hydration keeps the text that was typed before it, without an event.
  useEffect(() => searchForEarlyText(), []);
  // Other visitors load the suggestions when they use the search box.
  useEffect(() => {
    if (readStored(recentSearchesKey) !== null) setSuggestionsFor(input.current);
  }, []);

  return (
    <form
      action="/search"
      className="relative"
      onSubmit={(event) => {
        event.preventDefault();
        setSubmission({ text: typed });
      }}
    >
      <div className={boxClass}>
        <Link to="/" aria-label={t('shell.backToHome')} className={`${iconClass} md:hidden`}>
          <ArrowLeft aria-hidden="true" className="size-5" />
        </Link>
        <span className={`${iconClass} max-md:hidden`}>
          <Search aria-hidden="true" className="size-5" />
        </span>
        <input
          type="search"
          name="q"
          value={typed}
          ref={input}
          onChange={(event) => {
            setEdits(edits + 1);
            wantSuggestions();
            searchFor(event.target.value);
          }}
          onPointerDown={wantSuggestions}
          onKeyDown={wantSuggestions}
          // `SearchSuggestions` sets what changes with its list.
          role="combobox"
          aria-expanded="false"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          // biome-ignore lint/a11y/noAutofocus: shoppers open the search page to type.
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          maxLength={200}
          aria-label={t('shell.search')}
          placeholder={t('shell.search')}
          className="search-clear-x h-full min-w-0 flex-1 bg-transparent pr-3 text-ink outline-none"
        />
      </div>
      {suggestionsFor !== null && (
        <Suspense>
          <SearchSuggestions
            input={suggestionsFor}
            text={typed}
            edits={edits}
            submission={submission}
            onSearch={searchFor}
          />
        </Suspense>
      )}
    </form>
  );
}
