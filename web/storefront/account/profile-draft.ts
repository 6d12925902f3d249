import { isPhoneNumber, phoneNumberHint, spelledPhoneNumber } from '#contract/rules/telephone.ts';
import type { User } from '#contract/user.ts';

/** What a shopper may change about the account by typing. */
export type Profile = Pick<User, 'name' | 'email' | 'mobile'>;

/** What was typed and not saved yet; what is absent follows the account. */
export type ProfileDraft = Partial<Profile>;

export const profileFields = ['name', 'email', 'mobile'] as const satisfies (keyof Profile)[];

/** What the fields show: what was typed, otherwise what the account says by now. */
export function shownProfile(user: Profile, draft: ProfileDraft): Profile {
  const { name, email, mobile } = user;
  return { name, email, mobile, ...draft };
}

/** Another address than the one that the shopper logs in with. */
export function isNewEmail(user: Profile, { email }: Profile): boolean {
  return spelled.email(email) !== user.email;
}

/** Whether saving would change anything; spaces around a name or within a number do not count. */
export function isChanged(user: Profile, shown: Profile): boolean {
  return profileFields.some((field) => spelled[field](shown[field]) !== spelled[field](user[field]));
}

/** What is not right, said at the field. `password` is wanted only with another e-mail address. */
export function profileIssues(user: Profile, shown: Profile, password: string) {
  const issues: Partial<Record<keyof Profile | 'password', string>> = {};
  const { email, mobile } = shown;
  // A plausible address is enough here: whether it exists shows when its mail is read.
  if (!/^\S+@\S+\.\S+$/.test(email.trim())) issues.email = 'Invalid email address';
  if (!isPhoneNumber(mobile)) issues.mobile = phoneNumberHint;
  for (const field of profileFields) if (shown[field].trim() === '') issues[field] = pleaseFillIn;
  if (isNewEmail(user, shown) && password === '') issues.password = pleaseFillIn;
  return issues;
}

/** What is left of a draft once `sent` was saved: only what was typed while it was on its way. */
export function unsavedDraft(draft: ProfileDraft, sent: Profile): ProfileDraft {
  const left: ProfileDraft = {};
  for (const field of profileFields) {
    const typed = draft[field];
    if (typed !== undefined && typed !== sent[field]) left[field] = typed;
  }
  return left;
}

const pleaseFillIn = 'Please fill this in.';

// As the shop keeps them.
const spelled: Record<keyof Profile, (typed: string) => string> = {
  name: (typed) => typed.trim(),
  email: (typed) => typed.trim().toLowerCase(),
  mobile: spelledPhoneNumber,
};
