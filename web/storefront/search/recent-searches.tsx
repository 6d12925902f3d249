import { Clock } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { readStoredJson, removeStored, writeStored } from '#web/base/storage.ts';
import { recentSearchesKey } from '#web/session/session.ts';
import { t } from '#web/texts/t.ts';

interface RecentSearchesProps {
  /** The search box, a combobox, which keeps the focus. */
  input: HTMLInputElement;
  text: string;
  /** The number of changes by typing. */
  edits: number;
  /** The last search that was sent by Enter. */
  submission: { text: string } | null;
  onSearch: (text: string) => void;
}

/**
 * The list below the empty search box: the last searches. A text in the box has results on the page instead. Arrow keys
 * select, Enter chooses. Home and End go to the first and the last row once one is selected. Escape, 'back' on a phone,
 * a tap elsewhere and scrolling close it.
 */
export default function RecentSearches({
  input,
  text,
  edits,
  submission,
  onSearch,
}: RecentSearchesProps): ReactNode {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  const [recent, setRecent] = useState(readRecentSearches);
  const box = useRef<HTMLDivElement>(null);
  const isShown = isOpen && text.trim() === '' && recent.length > 0;
  const active = activeIndex === null ? undefined : recent[activeIndex];
  const activeId = isShown && active !== undefined ? `${id}-${activeIndex}` : null;

  function open() {
    setRecent(readRecentSearches());
    setIsOpen(true);
  }

  function close() {
    setIsOpen(false);
    setActiveIndex(null);
  }

  function choose(search: string) {
    close();
    addRecentSearch(search);
    onSearch(search);
  }

  /** Before the first and after the last row is the search box. */
  function select(step: 1 | -1) {
    const next = activeIndex === null && step === -1 ? recent.length - 1 : (activeIndex ?? -1) + step;
    setActiveIndex(recent[next] === undefined ? null : next);
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // An input method uses the same keys.
    if (event.isComposing) return;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        event.preventDefault();
        if (isShown) select(event.key === 'ArrowDown' ? 1 : -1);
        else open();
        return;
      case 'Home':
      case 'End':
        if (!isShown || active === undefined) return;
        event.preventDefault();
        setActiveIndex(event.key === 'Home' ? 0 : recent.length - 1);
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
    setActiveIndex(null);
  }, [edits, input]);

  // Also one that was sent before this component was loaded.
  useEffect(() => {
    if (submission === null) return;
    addRecentSearch(submission.text);
    onClose();
  }, [submission]);

  // A search that was typed is finished when the shopper leaves the page.
  const rememberSearch = useEffectEvent(() => {
    if (edits > 0) addRecentSearch(text);
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
        {isShown && t('products.suggestionCount', { count: recent.length })}
      </span>
      {isShown && (
        <div
          ref={box}
          data-testid="recent-searches"
          className="absolute inset-x-0 top-full z-50 mt-1 max-h-104 overflow-y-auto overscroll-contain rounded-md border border-line bg-surface py-1 text-ink shadow-floating"
        >
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
          <div id={`${id}-list`} role="listbox" aria-labelledby={`${id}-label`}>
            {recent.map((search, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search box.
              <div
                key={search}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === activeIndex}
                tabIndex={-1}
                className={`flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1 hover:bg-sunken ${index === activeIndex ? 'bg-sunken outline-2 -outline-offset-2 outline-leaf' : ''}`}
                // The search box keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(search)}
              >
                <Clock aria-hidden="true" className="mx-2 size-5 flex-none text-ink-soft" />
                <span className="min-w-0 truncate">{search}</span>
              </div>
            ))}
          </div>
        </div>
      )}
    </>
  );
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
