import { CircleCheck } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconDisc } from '#web/ui/icon-disc.tsx';
import { useIsAwake } from '#web/ui/use-is-awake.ts';

export function meta() {
  return [{ title: 'Thank you' }, { name: 'robots', content: 'noindex' }];
}

/** '{text or Payment} Successfully': the text comes along with the navigation (specification section 2). */
export default function SuccessPage() {
  const { state } = useLocation();
  // Kept whole for everybody, so the page is drawn without it first.
  const text = useIsAwake() ? textOf(state) : null;
  return (
    <EmptyState
      heading="h1"
      art={
        <IconDisc tone="leaf">
          <CircleCheck className="size-16" strokeWidth={1.75} />
        </IconDisc>
      }
      title={`${text ?? 'Payment'} Successfully`}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <Link to="/" className={buttonClass()}>
            Go To Home
          </Link>
          <Link to="/dashboard/myorders" className={buttonClass('quiet')}>
            See my orders
          </Link>
        </span>
      }
    >
      {/* Whoever opens the address by hand has ordered nothing that could be packed. */}
      {text === null
        ? 'What you have ordered is among your orders.'
        : 'We are packing it now. It will be at your door in 10 minutes.'}
    </EmptyState>
  );
}

function textOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('text' in state)) return null;
  return typeof state.text === 'string' && state.text !== '' ? state.text : null;
}
