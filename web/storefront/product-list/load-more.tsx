import type { MouseEvent } from 'react';
import { Spinner } from '#web/ui/spinner.tsx';

interface LoadMoreProps {
  /** The page after the last one shown, as an address of its own: it works without JavaScript, too. */
  href: string;
  isLoading: boolean;
  hasFailed: boolean;
  onLoadMore: () => void;
}

/** The end of a list that goes on. */
export function LoadMore({ href, isLoading, hasFailed, onLoadMore }: LoadMoreProps) {
  const loadHere = (event: MouseEvent) => {
    // A tap with a modifier opens the page elsewhere, as with any link.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onLoadMore();
  };
  return (
    <p className="load-more" aria-busy={isLoading}>
      {hasFailed && !isLoading && <span role="alert">The next products did not arrive.</span>}
      <a href={href} rel="next" onClick={loadHere}>
        {isLoading ? <Spinner label="Loading more products" /> : hasFailed ? 'Try again' : 'Load more'}
      </a>
    </p>
  );
}
