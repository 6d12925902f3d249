import { Link } from 'react-router';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

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
