import { normalizePhoneNumber } from '#contract/base/phone-number.ts';
import type { User } from '#contract/identity/account.ts';

export type Profile = Pick<User, 'name' | 'email' | 'mobile'>;

/** The values of the form. */
export interface ProfileValues extends Profile {
  /** For a new email. */
  password: string;
}

export function toProfileValues({ name, email, mobile }: Profile): ProfileValues {
  return { name, email, password: '', mobile };
}

export const profileFields = ['name', 'email', 'mobile'] as const satisfies (keyof Profile)[];

type ProfileUser = Profile & Pick<User, 'pending_email'>;

/**
 * The input of the update. Sending the current email would cancel a pending change of it, so the pending email is sent
 * instead unless the shopper typed a third one.
 */
export function toProfileUpdate(user: ProfileUser, { name, email, mobile }: Profile): Profile {
  const isUnchanged = normalize.email(email) === user.email;
  return { name, email: isUnchanged ? user.pending_email || email : email, mobile };
}

/** The server asks for the password when the email is neither the current nor the pending one. */
export function needsPassword(user: ProfileUser, update: Profile): boolean {
  const email = normalize.email(update.email);
  return email !== user.email && email !== user.pending_email;
}

/** False when only spaces around a field or within the number differ. */
export function isChanged(user: Profile, profile: Profile): boolean {
  return profileFields.some((field) => normalize[field](profile[field]) !== normalize[field](user[field]));
}

// As the server stores them.
const normalize: Record<keyof Profile, (text: string) => string> = {
  name: (text) => text.trim(),
  email: (text) => text.trim().toLowerCase(),
  mobile: normalizePhoneNumber,
};
