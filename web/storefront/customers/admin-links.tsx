import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { sectionsFor } from '#web/base/admin-sections.ts';
import { useSession } from '#web/session/session.ts';

interface AdminLinksProps {
  className: string;
  onChoose?: (() => void) | undefined;
}

/** The items of the admin pages that the user may open in the list of `AccountNav`. */
export default function AdminLinks({ className, onChoose }: AdminLinksProps): ReactNode {
  const { user } = useSession();
  return sectionsFor(user?.permissions ?? []).flatMap(({ pages }) =>
    pages.map(({ label, path, Icon }) => (
      <li key={path}>
        <NavLink to={path} end onClick={onChoose} prefetch="intent" className={className}>
          <Icon aria-hidden="true" className="size-5" />
          {label}
        </NavLink>
      </li>
    )),
  );
}
