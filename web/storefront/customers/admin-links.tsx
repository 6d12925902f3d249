import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { adminSections } from '#web/base/admin-sections.ts';
import { may, useSession } from '#web/session/session.ts';

interface AdminLinksProps {
  className: string;
  onChoose?: (() => void) | undefined;
}

/** The items of the admin pages that the user may open in the list of `AccountNav`. */
export default function AdminLinks({ className, onChoose }: AdminLinksProps): ReactNode {
  const { user } = useSession();
  return adminSections.flatMap(({ pages }) =>
    pages
      .filter(({ permissions }) => may(user, ...permissions))
      .map(({ label, path, Icon }) => (
        <li key={path}>
          <NavLink to={path} end onClick={onChoose} prefetch="intent" className={className}>
            <Icon aria-hidden="true" className="size-5" />
            {label}
          </NavLink>
        </li>
      )),
  );
}
