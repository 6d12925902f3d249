import { Unplug, WifiOff } from 'lucide-react';
import { isRouteErrorResponse, Link, useLocation } from 'react-router';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** What stands where a page failed (specification section 8). */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const isOffline = isUnreachable(error);
  const Icon = isOffline ? WifiOff : Unplug;
  const isAway = isRouteErrorResponse(error) && error.status === 503;
  return (
    <main id="content" className="page py-10">
      <title>Unexpected error</title>
      <EmptyState
        heading="h1"
        art={
          <span className="flex size-28 items-center justify-center rounded-full bg-marigold-soft">
            <Icon aria-hidden="true" className="size-14" strokeWidth={1.75} />
          </span>
        }
        title={
          isOffline
            ? 'You seem to be offline'
            : isAway
              ? 'We will be right back'
              : 'An unexpected error occurred'
        }
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <a href={pathname + search} className={buttonClass()}>
              Try again
            </a>
            <Link to="/" className={buttonClass('quiet')}>
              Go To Home
            </Link>
          </span>
        }
      >
        {isOffline
          ? 'Check your connection, then try again.'
          : 'It is not your fault. Please try again in a moment.'}
      </EmptyState>
    </main>
  );
}

// What Chromium, Firefox and Safari say when an address, or the code of a page, could not be reached. A mistake
// in our own code is a TypeError, too, and must not be blamed on the shopper's connection.
const unreachable = /failed to fetch|networkerror|load failed|importing a module script failed/i;

function isUnreachable(error: unknown): boolean {
  if (typeof navigator !== 'undefined' && navigator.onLine === false) return true;
  return error instanceof TypeError && unreachable.test(error.message);
}

/** What stands where no page is. */
export function NotFound() {
  return (
    <main id="content" className="page py-10">
      <title>Page not found</title>
      <EmptyState
        heading="h1"
        art={<span className="font-display text-[7rem] leading-none font-bold text-leaf">404</span>}
        title="This shelf is empty"
        action={
          <Link to="/" className={buttonClass()}>
            Go To Home
          </Link>
        }
      >
        The page you are looking for has moved or never was.
      </EmptyState>
    </main>
  );
}
