import type { Pool } from '../../database/connect.ts';
import { type AttemptLimit, attemptLimit, noLimit } from './attempt-limit.ts';
import { sharedAttemptLimit } from './shared-attempt-limit.ts';

const minuteMs = 60_000;

// Whole neighbourhoods share the address of their mobile network, so only the limits of an account are tight.
const limits = {
  /** By client address. */
  register: { attempts: 60, perMs: 10 * minuteMs },
  /** By client address; a successful login is given back. */
  login: { attempts: 60, perMs: 5 * minuteMs },
  /** By the e-mail address that is tried; a successful login is given back. */
  loginOfAccount: { attempts: 10, perMs: 5 * minuteMs },
  /** By client address. */
  refresh: { attempts: 300, perMs: minuteMs },
  /** By client address. */
  forgotPassword: { attempts: 30, perMs: 10 * minuteMs },
  /** By the e-mail address: each code may be tried five times, so this bounds how many codes there are to guess. */
  forgotPasswordOfAccount: { attempts: 6, perMs: 60 * minuteMs },
  /** By client address. */
  verifyOtp: { attempts: 60, perMs: 10 * minuteMs },
  /** By the e-mail address. */
  verifyOtpOfAccount: { attempts: 20, perMs: 60 * minuteMs },
  /** By client address. */
  resetPassword: { attempts: 30, perMs: 10 * minuteMs },
  /** By the e-mail address. */
  resetPasswordOfAccount: { attempts: 10, perMs: 10 * minuteMs },
  /** By client address. */
  verifyEmail: { attempts: 60, perMs: 10 * minuteMs },
  /** By account: mails that a shopper asks for. */
  sendVerification: { attempts: 5, perMs: 60 * minuteMs },
  /** By account: passwords that are typed by somebody who is logged in already; the right one is given back. */
  passwordOfShopper: { attempts: 10, perMs: 5 * minuteMs },
  /** By account: pictures cost the server seconds. */
  uploadAvatar: { attempts: 20, perMs: 10 * minuteMs },
} as const;

/** The limits that keep guessers and floods away, each with what it counts by. */
export type Limits = Record<keyof typeof limits, AttemptLimit>;

/**
 * The limits of the shop, counted in its database, or without one in the memory of this process. `isOn` is false
 * only for load tests.
 */
export function openLimits(isOn: boolean, pool?: Pool): Limits {
  const open = (name: keyof typeof limits) => {
    if (!isOn) return noLimit;
    return pool === undefined
      ? attemptLimit(limits[name])
      : sharedAttemptLimit(pool, { name, ...limits[name] });
  };
  return {
    register: open('register'),
    login: open('login'),
    loginOfAccount: open('loginOfAccount'),
    refresh: open('refresh'),
    forgotPassword: open('forgotPassword'),
    forgotPasswordOfAccount: open('forgotPasswordOfAccount'),
    verifyOtp: open('verifyOtp'),
    verifyOtpOfAccount: open('verifyOtpOfAccount'),
    resetPassword: open('resetPassword'),
    resetPasswordOfAccount: open('resetPasswordOfAccount'),
    verifyEmail: open('verifyEmail'),
    sendVerification: open('sendVerification'),
    passwordOfShopper: open('passwordOfShopper'),
    uploadAvatar: open('uploadAvatar'),
  };
}
