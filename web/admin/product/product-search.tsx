import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { SearchBox } from '../search-box.tsx';

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
  return (
    <SearchBox label="Search products" placeholder="Search product here ..." text={typed} onType={setTyped} />
  );
}
