import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Specification section 9. */
const pauseMs = 300;

interface ProductSearchProps {
  /** What is searched for now. */
  text: string;
  /** Called with other words once somebody has stopped typing for a moment. */
  onSearch: (text: string) => void;
}

/** The search of the product list; `/` leads to it from anywhere on the page. */
export function ProductSearch({ text, onSearch }: ProductSearchProps) {
  const [typed, setTyped] = useState(text);
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(text);
  const ask = useEffectEvent((words: string) => {
    asked.current = words;
    onSearch(words);
  });
  useEffect(() => {
    const words = typed.trim();
    if (words === asked.current) return;
    const timer = setTimeout(() => ask(words), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    // The words of the way back; what we have asked for ourselves may be outdated by what is typed.
    if (text === asked.current) return;
    asked.current = text;
    setTyped(text);
  }, [text]);
  useFocusOnSlash(input);
  return (
    <label className="flex h-11 w-full items-center rounded-md border border-line bg-surface focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-leaf sm:w-72 md:w-64 lg:w-80">
      <Search aria-hidden="true" className="mx-3 size-5 flex-none text-ink-soft" />
      <span className="sr-only">Search products</span>
      <input
        ref={input}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder="Search product here ..."
        enterKeyHint="search"
        autoComplete="off"
        aria-keyshortcuts="/"
        className="h-full min-w-0 flex-1 bg-transparent pr-3 text-base outline-none placeholder:text-ink-soft"
      />
    </label>
  );
}

function useFocusOnSlash(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const { activeElement } = document;
      // There it is a letter like any other; and what lies below an open dialog is out of reach.
      if (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [input]);
}
