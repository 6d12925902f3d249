import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Milliseconds without a letter after which the words stand in the address (specification section 9). */
const pauseMs = 300;

/**
 * The words of a search box whose list is there already: what is typed counts at once, and stands in the address
 * after a pause. Words that come from the address, by a link or the way back, take the place of what is typed.
 * @param write puts words into the address
 */
export function useSearchText(
  inAddress: string,
  write: (text: string) => void,
): [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(inAddress);
  // The address follows later than the next letter is typed: what we have put there ourselves is no news.
  const underway = useRef<string[]>([]);
  const put = useEffectEvent((text: string) => {
    if (text === inAddress) return;
    underway.current.push(text);
    write(text);
  });
  useEffect(() => {
    const timer = setTimeout(() => put(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    const place = underway.current.indexOf(inAddress);
    underway.current.splice(0, place + 1);
    if (place === -1) setTyped(inAddress);
  }, [inAddress]);
  return [typed, setTyped];
}
