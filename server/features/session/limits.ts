import { type AttemptLimit, attemptLimit, noLimit } from './attempt-limit.ts';

/** The limits that keep guessers and floods away, each with what it counts by. */
export interface Limits {
  /** By client address. */
  register: AttemptLimit;
  /** By client address; a successful login is given back. */
  login: AttemptLimit;
  /** By the e-mail address that is tried; a successful login is given back. */
  loginOfAccount: AttemptLimit;
  /** By client address. */
  refresh: AttemptLimit;
}

const minuteMs = 60_000;

/** The limits of a process; `isOn` is false only for load tests. */
export function openLimits(isOn: boolean): Limits {
  if (!isOn) return { register: noLimit, login: noLimit, loginOfAccount: noLimit, refresh: noLimit };
  // Whole neighbourhoods share the address of their mobile network, so only the account's limit is tight.
  return {
    register: attemptLimit({ attempts: 60, perMs: 10 * minuteMs }),
    login: attemptLimit({ attempts: 60, perMs: 5 * minuteMs }),
    loginOfAccount: attemptLimit({ attempts: 10, perMs: 5 * minuteMs }),
    refresh: attemptLimit({ attempts: 300, perMs: minuteMs }),
  };
}
