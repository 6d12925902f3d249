import { Search } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

interface SearchBoxProps {
  /** Accessible name, such as 'Search categories'. */
  label: string;
  placeholder: string;
  text: string;
  onType: (text: string) => void;
}

/** Search input of an admin page; `/` focuses it and Escape clears it. */
export function SearchBox({ label, placeholder, text, onType }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useSlashShortcut(input);
  return (
    <label className="flex h-11 min-w-0 flex-1 basis-40 items-center rounded-md border border-line bg-surface focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-leaf sm:max-w-64">
      <Search aria-hidden="true" className="mr-2 ml-3 size-5 flex-none text-ink-soft" />
      <span className="sr-only">{label}</span>
      <input
        ref={input}
        type="search"
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onType('');
        }}
        placeholder={placeholder}
        enterKeyHint="search"
        autoComplete="off"
        aria-keyshortcuts="/"
        className="h-full min-w-0 flex-1 bg-transparent pr-2 text-base outline-none placeholder:text-ink-soft [&:placeholder-shown::-webkit-search-cancel-button]:hidden"
      />
    </label>
  );
}

/** Focuses the input when `/` is pressed, except while typing elsewhere or while a dialog is open. */
function useSlashShortcut(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTypedInto(document.activeElement) || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [input]);
}

function isTypedInto(element: Element | null): boolean {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

/** How long a search box of the staff waits after a letter before it asks. */
export const searchDelayMs = 300;

/**
 * Text of a search box over loaded data: filters at once and updates the URL after a pause. A URL change by a
 * link or the back button replaces the text.
 * @param write puts the text into the URL
 */
export function useSearchText(
  inAddress: string,
  write: (text: string) => void,
): [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(inAddress);
  // The URL updates later than the next keystroke; values written here are not external changes.
  const underway = useRef<string[]>([]);
  const put = useEffectEvent((text: string) => {
    if (text === inAddress) return;
    underway.current.push(text);
    write(text);
  });
  useEffect(() => {
    const timer = setTimeout(() => put(typed), searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    const place = underway.current.indexOf(inAddress);
    underway.current.splice(0, place + 1);
    if (place === -1) setTyped(inAddress);
  }, [inAddress]);
  return [typed, setTyped];
}

/** Returns true if the text contains every typed word, ignoring order, case and accents. */
export function matchesWords(text: string, typed: string): boolean {
  const within = plain(text);
  return plain(typed)
    .split(/\s+/)
    .every((word) => within.includes(word));
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
