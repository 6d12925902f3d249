import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SearchSuggestions as Suggestions } from '#contract/products/product.ts';
import { callApi } from '#web/api/client.ts';
import { readStoredJson, removeStored, writeStored } from '#web/base/storage.ts';
import { recentSearchesKey } from '#web/session/session.ts';
import { readSearchText } from '#web/storefront/product-list/search-query.ts';
import { t } from '#web/texts/t.ts';
import { findNeighbour, type Option, OptionContent, toOptions } from './suggestion-options.tsx';

interface SearchSuggestionsProps {
  /** The search box, a combobox, which keeps the focus. */
  input: HTMLInputElement;
  text: string;
  /** The number of changes by typing; each opens the list. */
  edits: number;
  /** The last search that was sent by Enter. */
  submission: { text: string } | null;
  onSearch: (text: string) => void;
}

/**
 * The list below the search box: a correction, recent searches, brands, listings and products. Arrow keys select,
 * Enter chooses, and without a selection searches. Home and End go to the first and the last row once one is
 * selected, before that they move in the text. Escape, 'back' on a phone, a tap elsewhere and scrolling close it.
 */
export default function SearchSuggestions({
  input,
  text,
  edits,
  submission,
  onSearch,
}: SearchSuggestionsProps): ReactNode {
  const id = useId();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [recent, setRecent] = useState(readRecentSearches);
  const box = useRef<HTMLDivElement>(null);
  const query = readSearchText(new URLSearchParams({ q: text }));
  const suggestions = useSuggestions(query, isOpen);
  const options = toOptions(query, recent, suggestions);
  const active = options.find(({ key }) => key === activeKey);
  const isShown = isOpen && options.length > 0;
  const activeId = isShown && active !== undefined ? `${id}-${active.key}` : null;

  function open() {
    setRecent(readRecentSearches());
    setIsOpen(true);
  }

  function close() {
    setIsOpen(false);
    setActiveKey(null);
  }

  function choose(option: Option) {
    close();
    if ('search' in option) {
      addRecentSearch(option.search);
      onSearch(option.search);
      return;
    }
    addRecentSearch(query);
    void navigate(option.path);
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // An input method uses the same keys.
    if (event.isComposing) return;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        event.preventDefault();
        if (isShown) setActiveKey(findNeighbour(options, activeKey, event.key === 'ArrowDown' ? 1 : -1));
        else open();
        return;
      case 'Home':
      case 'End':
        if (!isShown || active === undefined) return;
        event.preventDefault();
        setActiveKey(options.at(event.key === 'Home' ? 0 : -1)?.key ?? null);
        return;
      case 'Enter':
        if (!isShown || active === undefined) return;
        event.preventDefault();
        choose(active);
        return;
      case 'Escape':
        if (!isShown) return;
        // The browser would clear the search box.
        event.preventDefault();
        close();
        return;
      default:
    }
  });
  const onLeave = useEffectEvent((target: EventTarget | null) => {
    if (!(target instanceof Node && (target === input || box.current?.contains(target)))) close();
  });
  const onOpen = useEffectEvent(open);
  const onClose = useEffectEvent(close);

  useEffect(() => {
    const keyDown = (event: KeyboardEvent) => onKeyDown(event);
    const pointerDown = ({ target }: PointerEvent) => (target === input ? onOpen() : onLeave(target));
    // Focus that leaves the page, such as for the keyboard of a phone, has no target.
    const focusOut = ({ relatedTarget }: FocusEvent) => relatedTarget !== null && onLeave(relatedTarget);
    input.addEventListener('keydown', keyDown);
    input.addEventListener('focusout', focusOut);
    document.addEventListener('pointerdown', pointerDown);
    return () => {
      input.removeEventListener('keydown', keyDown);
      input.removeEventListener('focusout', focusOut);
      document.removeEventListener('pointerdown', pointerDown);
    };
  }, [input]);

  useEffect(() => {
    if (edits > 0 || (input.value === '' && document.activeElement === input)) onOpen();
    setActiveKey(null);
  }, [edits, input]);

  // Also one that was sent before this component was loaded.
  useEffect(() => {
    if (submission === null) return;
    addRecentSearch(submission.text);
    onClose();
  }, [submission]);

  // A search that was typed is finished when the shopper leaves the page.
  const rememberSearch = useEffectEvent(() => {
    if (edits > 0) addRecentSearch(query);
  });
  useEffect(() => () => rememberSearch(), []);

  useEffect(() => {
    if (!isShown) return;
    input.setAttribute('aria-expanded', 'true');
    input.setAttribute('aria-controls', `${id}-list`);
    const stop = closeWithPage(() => onClose());
    return () => {
      input.setAttribute('aria-expanded', 'false');
      input.removeAttribute('aria-controls');
      stop();
    };
  }, [isShown, input, id]);

  useEffect(() => {
    if (activeId === null) return;
    input.setAttribute('aria-activedescendant', activeId);
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    return () => input.removeAttribute('aria-activedescendant');
  }, [activeId, input]);

  useEffect(() => (isShown && box.current !== null ? fitAboveKeyboard(box.current) : undefined), [isShown]);

  return (
    <>
      <span role="status" className="sr-only">
        {isShown && t('products.suggestionCount', { count: options.length })}
      </span>
      {isShown && (
        <div
          ref={box}
          data-testid="search-suggestions"
          className="absolute inset-x-0 top-full z-50 mt-1 max-h-104 overflow-y-auto overscroll-contain rounded-md border border-line bg-surface py-1 text-ink shadow-floating"
        >
          {query === '' && (
            <div className="flex items-center justify-between pl-3 text-sm">
              <span id={`${id}-label`} className="font-semibold">
                {t('products.recentSearches')}
              </span>
              <button
                type="button"
                className="min-h-11 px-3 font-semibold text-leaf"
                onClick={() => {
                  clearRecentSearches();
                  setRecent([]);
                  input.focus();
                }}
              >
                {t('products.clear')}
              </button>
            </div>
          )}
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label={query === '' ? t('products.recentSearches') : t('products.suggestions')}
          >
            {options.map((option) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search box.
              <div
                key={option.key}
                id={`${id}-${option.key}`}
                role="option"
                aria-selected={option === active}
                tabIndex={-1}
                className={`flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1 hover:bg-sunken ${option === active ? 'bg-sunken outline-2 -outline-offset-2 outline-leaf' : ''}`}
                // The search box keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                <OptionContent option={option} query={query} />
              </div>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

const debounceMs = 120;
const maximumRemembered = 50;
const remembered = new Map<string, Suggestions>();

/** The suggestions for a text; while they are loading those of the text before, so that the list does not flicker. */
function useSuggestions(query: string, isWanted: boolean): Suggestions | null {
  const [suggestions, setSuggestions] = useState<Suggestions | null>(null);
  useEffect(() => {
    if (!isWanted || query === '') {
      setSuggestions(null);
      return;
    }
    const known = remembered.get(query);
    if (known !== undefined) {
      setSuggestions(known);
      return;
    }
    const outdated = new AbortController();
    const timer = setTimeout(async () => {
      const outcome = await callApi('suggestProducts', { search: query }, { signal: outdated.signal });
      if (outdated.signal.aborted) return;
      if (outcome.isOk) remember(query, outcome.response.data);
      setSuggestions(outcome.isOk ? outcome.response.data : null);
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      outdated.abort();
    };
  }, [query, isWanted]);
  return suggestions;
}

function remember(query: string, suggestions: Suggestions): void {
  const [oldest] = remembered.keys();
  if (remembered.size >= maximumRemembered && oldest !== undefined) remembered.delete(oldest);
  remembered.set(query, suggestions);
}

const closingScrollPx = 60;

interface CloseWatcher extends EventTarget {
  destroy(): void;
}

/**
 * Calls back when the page is scrolled, or on 'back' on a phone whose browser supports it. Returns the function that
 * stops it.
 */
function closeWithPage(close: () => void): () => void {
  const start = window.scrollY;
  const scroll = () => {
    if (Math.abs(window.scrollY - start) > closingScrollPx) close();
  };
  window.addEventListener('scroll', scroll, { passive: true });
  const Watcher: (new () => CloseWatcher) | undefined = Reflect.get(window, 'CloseWatcher');
  const watcher = Watcher === undefined ? null : new Watcher();
  watcher?.addEventListener('close', close);
  return () => {
    window.removeEventListener('scroll', scroll);
    watcher?.destroy();
  };
}

const gapPx = 8;

/**
 * Limits the height of the list to the part of the page above the keyboard of a phone. Returns the function that
 * stops it.
 */
function fitAboveKeyboard(box: HTMLElement): (() => void) | undefined {
  const viewport = window.visualViewport;
  if (viewport === null) return;
  const limitHeight = () => {
    const heightPx = viewport.offsetTop + viewport.height - box.getBoundingClientRect().top - gapPx;
    box.style.maxHeight = `min(26rem, ${Math.max(heightPx, 132)}px)`;
  };
  limitHeight();
  viewport.addEventListener('resize', limitHeight);
  return () => viewport.removeEventListener('resize', limitHeight);
}

const maximumSearches = 6;
const maximumLength = 80;
const minimumLength = 2;

/** The last searches of this browser, latest first. Session handling removes them at the logout. */
export function readRecentSearches(): string[] {
  const stored = readStoredJson(recentSearchesKey);
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((text): text is string => typeof text === 'string' && isStorable(text))
    .slice(0, maximumSearches);
}

/** Stores a finished search, once regardless of case. */
export function addRecentSearch(text: string): void {
  const added = text.trim().replace(/\s+/gu, ' ');
  if (!isStorable(added)) return;
  const others = readRecentSearches().filter((other) => other.toLowerCase() !== added.toLowerCase());
  writeStored(recentSearchesKey, JSON.stringify([added, ...others].slice(0, maximumSearches)));
}

export function clearRecentSearches(): void {
  removeStored(recentSearchesKey);
}

function isStorable(text: string): boolean {
  return text.length >= minimumLength && text.length <= maximumLength;
}
