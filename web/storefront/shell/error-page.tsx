import { isRouteErrorResponse, Link } from 'react-router';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** What stands where a page failed (specification section 8). */
export function ErrorPage({ error }: { error: unknown }) {
  const isOffline =
    error instanceof TypeError || (typeof navigator !== 'undefined' && navigator.onLine === false);
  const isAway = isRouteErrorResponse(error) && error.status === 503;
  return (
    <main className="px-4 py-10">
      <title>Unexpected error</title>
      <EmptyState
        heading="h1"
        title={
          isOffline
            ? 'You seem to be offline'
            : isAway
              ? 'We will be right back'
              : 'An unexpected error occurred'
        }
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <a href="" className={buttonClass()}>
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
