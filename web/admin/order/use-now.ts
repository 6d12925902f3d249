import { useEffect, useState } from 'react';

const everyMs = 5_000;

/** What time it is, read often enough for whoever counts minutes. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
