import { useEffect, useState } from 'react';

/** What time it is, again each second: for whoever counts minutes, and should not be a minute late. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
