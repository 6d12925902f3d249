import type { User } from '#contract/account.ts';
import { isPhoneNumber, normalizePhoneNumber, phoneNumberHint } from '#contract/rules/phone-number.ts';

/** What a shopper may change about the account by typing. */
export type Profile = Pick<User, 'name' | 'email' | 'mobile'>;

/** What was typed and not saved yet; what is absent follows the account. */
export type ProfileDraft = Partial<Profile>;

export const profileFields = ['name', 'email', 'mobile'] as const satisfies (keyof Profile)[];

/** What the fields show: what was typed, otherwise what the account says by now. */
export function applyDraft(user: Profile, draft: ProfileDraft): Profile {
  const { name, email, mobile } = user;
  return { name, email, mobile, ...draft };
}

type ProfileUser = Profile & Pick<User, 'pending_email'>;

/**
 * What is sent to the shop. The present address would take back the wish for another one, so while one is waited
 * for and nobody typed a third, that one is named.
 */
export function toProfileUpdate(user: ProfileUser, shown: Profile): Profile {
  if (!user.pending_email || normalize.email(shown.email) !== user.email) return shown;
  return { ...shown, email: user.pending_email };
}

/** Whether the shop asks for the password: for an address that the account neither has nor moves to already. */
export function needsPassword(user: ProfileUser, sent: Profile): boolean {
  const email = normalize.email(sent.email);
  return email !== user.email && email !== user.pending_email;
}

/** Whether saving would change anything; spaces around a name or within a number do not count. */
export function isChanged(user: Profile, shown: Profile): boolean {
  return profileFields.some((field) => normalize[field](shown[field]) !== normalize[field](user[field]));
}

/** What is not right, said at the field. */
export function profileIssues(user: ProfileUser, sent: Profile, password: string) {
  const issues: Partial<Record<keyof Profile | 'password', string>> = {};
  const { email, mobile } = sent;
  // A plausible address is enough here: whether it exists shows when its mail is read.
  if (!/^\S+@\S+\.\S+$/.test(email.trim())) issues.email = 'Invalid email address';
  if (!isPhoneNumber(mobile)) issues.mobile = phoneNumberHint;
  for (const field of profileFields) if (sent[field].trim() === '') issues[field] = pleaseFillIn;
  if (needsPassword(user, sent) && password === '') issues.password = pleaseFillIn;
  return issues;
}

/** What is left of a draft once `saved` was: only what was typed while that was on its way. */
export function unsavedDraft(draft: ProfileDraft, saved: Profile): ProfileDraft {
  const left: ProfileDraft = {};
  for (const field of profileFields) {
    const typed = draft[field];
    if (typed !== undefined && typed !== saved[field]) left[field] = typed;
  }
  return left;
}

const pleaseFillIn = 'Please fill this in.';

// As the shop keeps them.
const normalize: Record<keyof Profile, (typed: string) => string> = {
  name: (typed) => typed.trim(),
  email: (typed) => typed.trim().toLowerCase(),
  mobile: normalizePhoneNumber,
};
