import { ArrowLeft, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useNavigationType } from 'react-router';
import { readStored } from '#web/base/storage.ts';
import { recentSearchesKey } from '#web/session/session.ts';
import { t } from '#web/texts/t.ts';
import { importWithRetry } from '#web/ui/lazy.tsx';
import { boxClass, iconClass, provideSearchInput } from './search-bar.tsx';

const RecentSearches = lazy(() =>
  // The search works without them.
  importWithRetry(() => import('./recent-searches.tsx')).catch(() => ({
    default: () => null,
  })),
);

/** The history state of an address that came from typing. */
const typedState = 'typed';

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
  const [recentFor, setRecentFor] = useState<HTMLInputElement | null>(null);
  const wantRecent = () => setRecentFor(input.current);

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
  // Other visitors load the list when they use the search box.
  useEffect(() => {
    if (readStored(recentSearchesKey) !== null) setRecentFor(input.current);
  }, []);

  return (
    <form
      action="/search"
      className="relative"
      onSubmit={(event) => {
        event.preventDefault();
        setSubmission({ text: typed });
        // The keyboard of a phone covers the results.
        if (window.matchMedia('(pointer: coarse)').matches) input.current?.blur();
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
            wantRecent();
            searchFor(event.target.value);
          }}
          onPointerDown={wantRecent}
          onKeyDown={wantRecent}
          // `RecentSearches` sets what changes with its list.
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
      {recentFor !== null && (
        <Suspense>
          <RecentSearches
            input={recentFor}
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

provideSearchInput(SearchInput);
