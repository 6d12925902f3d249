import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useParams } from 'react-router';
import { paiseOf } from '#contract/rules/money.ts';
import { ApiError } from '#web/api/api-error.ts';
import { callApiOrThrow } from '#web/api.ts';
import { BasketMark } from '#web/ui/basket-mark.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useIsAwake } from '#web/ui/use-is-awake.ts';
import { CardForm } from './card-form.tsx';
import { Expired, OutOfReach, Paid, Unknown } from './payment-over.tsx';
import { PaymentSummary } from './payment-summary.tsx';

const maximumPauseMs = 60_000;

export function meta() {
  return [{ title: 'Test payment' }, { name: 'robots', content: 'noindex' }];
}

/** `/pay/sandbox/:id`: looks like the card checkout of a payment provider, and charges nobody (decisions section 5). */
export default function SandboxPaymentPage() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="bg-marigold text-on-marigold">
        <p className="mx-auto flex max-w-5xl items-center justify-center gap-2 px-4 py-2.5 text-center text-sm font-semibold">
          <FlaskConical aria-hidden="true" className="size-4 flex-none" />
          Test payment: no real card is charged. Please use a test card.
        </p>
      </header>
      <main className="mx-auto w-full max-w-5xl flex-1 px-4 py-6 md:py-12">
        <h1 className="mb-6 flex items-center gap-2 text-lg">
          <BasketMark />
          Pay by card
        </h1>
        <Payment />
      </main>
      <footer className="px-4 py-6 text-center text-sm text-ink-soft">
        A sandbox for trying the shop: no bank hears of it.
      </footer>
    </div>
  );
}

function Payment() {
  const { id = '' } = useParams();
  const isAwake = useIsAwake();
  const { data, error, refetch } = useQuery({
    queryKey: ['sandbox-payment', id],
    enabled: isAwake,
    queryFn: ({ signal }) => callApiOrThrow('getSandboxPayment', { id }, { signal }),
    staleTime: 0,
    retry: (failures, thrown) => failures < 1 && !(thrown instanceof ApiError && thrown.isRefusal),
    // The end of its time shows by itself.
    refetchInterval: ({ state }) => pauseMs(state.data?.data),
  });
  if (data === undefined) {
    if (error === null) return <PaymentSkeleton />;
    const isUnknown = error instanceof ApiError && error.isRefusal && error.code !== 'TOO_MANY_REQUESTS';
    return isUnknown ? <Unknown /> : <OutOfReach onRetry={() => void refetch()} />;
  }
  const payment = data.data;
  if (payment.status === 'PAID') return <Paid successUrl={payment.successUrl} />;
  if (payment.status === 'EXPIRED') return <Expired cancelUrl={payment.cancelUrl} />;
  return (
    <div className="grid grid-cols-1 items-start gap-8 md:grid-cols-2 md:gap-12">
      <PaymentSummary payment={payment} />
      <CardForm
        id={id}
        amountPaise={paiseOf(payment.amount)}
        cancelUrl={payment.cancelUrl}
        onOver={() => void refetch()}
      />
    </div>
  );
}

function pauseMs(payment: { status: string; expiresAt: string } | undefined): number | false {
  if (payment?.status !== 'OPEN') return false;
  const leftMs = Date.parse(payment.expiresAt) - Date.now();
  return Math.min(maximumPauseMs, Math.max(1000, leftMs + 500));
}

function PaymentSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-8 md:grid-cols-2 md:gap-12" aria-busy="true">
      <Skeleton className="h-56 rounded-lg" />
      <Skeleton className="h-[34rem] rounded-lg" />
    </div>
  );
}
