import { useEffect } from 'react';
import { minuteMs, pinIdleMinutes } from '#contract/base/durations.ts';
import { logOut } from './session.ts';

/** Ends a session by PIN, and loads the page where the next person logs in, in the language of the browser. */
export async function logOutForNextPerson(): Promise<void> {
  await logOut();
  window.location.replace('/staff/login');
}

/**
 * Logs a session by PIN out when the phone was not touched for `pinIdleMinutes`. The server sees no difference: an open
 * page calls it all the time.
 */
export function useIdleLogOut(isByPin: boolean): void {
  useEffect(() => {
    if (!isByPin) return;
    let usedAt = Date.now();
    const use = () => {
      usedAt = Date.now();
    };
    const check = () => {
      if (Date.now() - usedAt < pinIdleMinutes * minuteMs) return;
      void logOutForNextPerson();
    };
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) window.addEventListener(event, use);
    const timer = setInterval(check, minuteMs / 2);
    // Timers stop while the phone sleeps.
    document.addEventListener('visibilitychange', check);
    return () => {
      for (const event of events) window.removeEventListener(event, use);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [isByPin]);
}
