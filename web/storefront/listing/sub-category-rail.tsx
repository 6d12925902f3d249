import { useEffect, useRef } from 'react';
import { Link, useNavigation } from 'react-router';
import { Picture } from '#web/ui/picture.tsx';
import type { RailEntry } from './listing-data.ts';

interface SubCategoryRailProps {
  categoryName: string;
  rail: readonly RailEntry[];
  /** The one that is shown. */
  activeId: string;
}

/** The sub-categories beside a listing. A tap highlights its target at once, before the products have come. */
export function SubCategoryRail({ categoryName, rail, activeId }: SubCategoryRailProps) {
  const { location: nextLocation } = useNavigation();
  const active = rail.find(({ path }) => path === nextLocation?.pathname)?._id ?? activeId;
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const element = list.current;
    const current = element?.querySelector<HTMLElement>(`[data-id="${activeId}"]`);
    if (!element || !current) return;
    // Not scrollIntoView: that would move the page, too.
    element.scrollTop = current.offsetTop - (element.clientHeight - current.offsetHeight) / 2;
  }, [activeId]);

  return (
    <nav className="rail" aria-label={`Sub-categories of ${categoryName}`}>
      <ul ref={list}>
        {rail.map(({ _id, name, image, path }) => (
          <li key={_id} data-id={_id}>
            <Link
              to={path}
              prefetch="viewport"
              className={_id === active ? 'is-active' : undefined}
              aria-current={_id === activeId ? 'page' : undefined}
            >
              <span className="tile">
                <Picture src={image} alt="" width={160} height={160} sizes="3.5rem" />
              </span>
              <span className="name">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
