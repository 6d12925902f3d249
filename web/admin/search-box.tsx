import { Search } from 'lucide-react';
import { useRef } from 'react';
import { useFocusOnSlash } from './use-focus-on-slash.ts';

interface SearchBoxProps {
  /** What is searched, such as 'Search categories'. */
  label: string;
  placeholder: string;
  text: string;
  onType: (text: string) => void;
}

/** Searches what is on a page of admins; `/` leads to it and Escape empties it. */
export function SearchBox({ label, placeholder, text, onType }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useFocusOnSlash(input);
  return (
    <label className="flex h-11 min-w-0 flex-1 items-center rounded-md border border-line bg-surface focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-leaf sm:max-w-64">
      <Search aria-hidden="true" className="mx-3 size-5 flex-none text-ink-soft" />
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
        className="h-full min-w-0 flex-1 bg-transparent pr-3 text-base outline-none placeholder:text-ink-soft"
      />
    </label>
  );
}
