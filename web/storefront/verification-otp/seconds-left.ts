import { useEffect, useState } from 'react';

// The shop sends one mail a minute to an address (decisions section 2).
const waitSeconds = 60;

/** How long to wait until another code may be asked for, from when the last one was. */
export function secondsLeft(sentAt: number, now: number): number {
  const left = Math.ceil((sentAt - now) / 1000) + waitSeconds;
  // A clock that was set back must not make anybody wait for hours.
  return Math.min(Math.max(left, 0), waitSeconds);
}

/** The same, counted down on the screen. */
export function useSecondsLeft(sentAt: number): number {
  const [now, setNow] = useState(Date.now);
  const left = secondsLeft(sentAt, now);
  const isWaiting = left > 0;
  useEffect(() => {
    // This clock may have stood still since the last wait.
    setNow(Date.now());
    if (!isWaiting) return;
    const clock = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(clock);
  }, [isWaiting]);
  return left;
}
