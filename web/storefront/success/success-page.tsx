import { CircleCheck, CircleX, Hourglass, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconDisc } from '#web/ui/icon-disc.tsx';
import { useIsAwake } from '#web/ui/use-is-awake.ts';
import { usePaidOrder } from './paid-order.ts';
import { type Thanks, thanksOf } from './thanks.ts';

export function meta() {
  return [{ title: 'Thank you' }, { name: 'robots', content: 'noindex' }];
}

/**
 * '{text or Payment} Successfully': the text comes along with the navigation (specification section 2). After a
 * payment by card the address names the order, and the page says what the shop has heard of it.
 */
export default function SuccessPage() {
  const { state, pathname, search } = useLocation();
  const [query] = useSearchParams();
  // Kept whole for everybody, so the page is drawn without either first.
  const isAwake = useIsAwake();
  const { paid, isFetching, retry } = usePaidOrder(
    isAwake ? query.get('order') : null,
    isAwake ? textOf(state) : null,
  );
  const { tone, title, words } = thanksOf(paid, Date.now());
  return (
    <div aria-live="polite">
      <EmptyState
        heading="h1"
        art={arts[tone]}
        title={title}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {paid.kind === 'known' && (
              <Link to={`/orders/${paid.order._id}`} className={buttonClass()}>
                {paid.order.status === 'CANCELLED' ? 'See the order' : 'Follow your order'}
              </Link>
            )}
            {paid.kind === 'guest' && (
              <Link to="/login" state={{ from: pathname + search }} className={buttonClass()}>
                Login
              </Link>
            )}
            {paid.kind === 'out-of-reach' && (
              <Button isBusy={isFetching} onClick={retry}>
                Try again
              </Button>
            )}
            <Link to="/" className={buttonClass(isFirst(paid.kind) ? 'primary' : 'quiet')}>
              Go To Home
            </Link>
            {paid.kind !== 'known' && paid.kind !== 'guest' && (
              <Link to="/dashboard/myorders" className={buttonClass('quiet')}>
                See my orders
              </Link>
            )}
          </span>
        }
      >
        {words}
      </EmptyState>
    </div>
  );
}

/** Whether there is nothing better to do than to go home. */
function isFirst(kind: ReturnType<typeof usePaidOrder>['paid']['kind']): boolean {
  return kind === 'none' || kind === 'loading' || kind === 'unknown';
}

const arts: Record<Thanks['tone'], ReactNode> = {
  good: (
    <IconDisc tone="leaf">
      <CircleCheck className="size-16" strokeWidth={1.75} />
    </IconDisc>
  ),
  waiting: (
    <IconDisc tone="marigold">
      <Hourglass className="size-16" strokeWidth={1.75} />
    </IconDisc>
  ),
  bad: (
    <IconDisc tone="danger">
      <CircleX className="size-16" strokeWidth={1.75} />
    </IconDisc>
  ),
  lost: (
    <IconDisc tone="marigold">
      <SearchX className="size-16" strokeWidth={1.75} />
    </IconDisc>
  ),
};

function textOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('text' in state)) return null;
  return typeof state.text === 'string' && state.text !== '' ? state.text : null;
}
