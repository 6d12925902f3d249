import { Link, type LinkProps } from 'react-router';
import type { User } from '#contract/identity/account.ts';
import { findPermissions } from '#web/base/admin-sections.ts';
import { may, useSession } from '#web/session/session.ts';

/** Whether a user may open a page of the staff. */
export function mayOpen(user: User | null, path: string): boolean {
  return may(user, ...findPermissions(path));
}

/** A link to a page of the staff, or only its text for those who may not open the page. */
export function StaffLink({ to, ...props }: LinkProps & { to: string }) {
  const { user } = useSession();
  return mayOpen(user, to) ? <Link to={to} {...props} /> : <span>{props.children}</span>;
}
