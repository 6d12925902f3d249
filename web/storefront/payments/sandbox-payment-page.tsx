import { useQuery } from '@tanstack/react-query';
import {
  ChevronDown,
  CircleCheck,
  Clock,
  FlaskConical,
  type LucideIcon,
  SearchX,
  WifiOff,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { EndpointResponse } from '#contract/api.ts';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { isPermanentError } from '#web/api/api-error.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { formatDateTime } from '#web/base/time.ts';
import { queryClient } from '#web/session/query-client.ts';
import { t } from '#web/texts/t.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState, StatusIcon } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { StoreMark } from '#web/ui/store-logo.tsx';
import { CardForm } from './card-form.tsx';

const maximumPauseMs = 60_000;

type SandboxPayment = EndpointResponse<'getSandboxPayment'>['data'];

export function meta() {
  return [{ title: t('payment.title') }, { name: 'robots', content: 'noindex' }];
}

/** `/pay/sandbox/:id`: simulates the card checkout of a payment provider; no card is charged. */
export default function SandboxPaymentPage() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="bg-marigold text-on-marigold">
        <p className="mx-auto flex max-w-5xl items-center justify-center gap-2 px-4 py-2.5 text-center text-sm font-semibold">
          <FlaskConical aria-hidden="true" className="size-4 flex-none" />
          {t('payment.notice')}
        </p>
      </header>
      <main className="mx-auto w-full max-w-5xl flex-1 px-4 py-6 md:py-12">
        <h1 className="mb-6 flex items-center gap-2 text-lg">
          <StoreMark />
          {t('payment.payByCard')}
        </h1>
        <Payment />
      </main>
      <footer className="px-4 py-6 text-center text-sm text-ink-soft">{t('payment.noMoney')}</footer>
    </div>
  );
}

function Payment() {
  const { id = '' } = useParams();
  const {
    data: payment,
    error,
    refetch,
  } = useQuery(
    {
      queryKey: ['sandbox-payment', id],
      queryFn: async ({ signal }) => (await callApiOrThrow('getSandboxPayment', { id }, { signal })).data,
      // Read again when it expires.
      refetchInterval: ({ state }) => toPauseMs(state.data),
      staleTime: 0,
    },
    queryClient,
  );
  const readAgain = () => void refetch();
  if (payment === undefined) {
    if (error === null) return <PaymentSkeleton />;
    return isPermanentError(error) ? <UnknownPayment /> : <PaymentLoadError onRetry={readAgain} />;
  }
  if (payment.status === 'PAID') return <PaidPayment successUrl={payment.successUrl} />;
  if (payment.status === 'EXPIRED') return <ExpiredPayment cancelUrl={payment.cancelUrl} />;
  return (
    <div className="grid grid-cols-1 items-start gap-8 md:grid-cols-2 md:gap-12">
      <PaymentSummary payment={payment} />
      <CardForm
        id={id}
        amountPaise={toPaise(payment.amount)}
        cancelUrl={payment.cancelUrl}
        onClosed={readAgain}
      />
    </div>
  );
}

function toPauseMs(payment: SandboxPayment | undefined): number | false {
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

const isWide = '(width >= 48rem)';

function PaymentSummary({ payment }: { payment: SandboxPayment }) {
  const { shopName, amount, orderId, lines, expiresAt } = payment;
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <section aria-label={t('payment.whatYouPay')}>
      <p className="text-ink-soft">{t('payment.payTo', { shop: shopName })}</p>
      <p className="font-display text-2xl font-bold tabular-nums">{formatPaise(toPaise(amount))}</p>
      <p className="mt-1 text-sm text-ink-soft">
        {t('payment.openUntil', { orderId, time: formatDateTime(expiresAt) })}
      </p>
      {/* Collapsed on phones, so that the card form is in view. */}
      <details className="group mt-4" open={window.matchMedia(isWide).matches}>
        <summary className="inline-flex min-h-11 list-none items-center gap-1 rounded-md text-sm font-semibold [&::-webkit-details-marker]:hidden">
          {t('shell.items', { count: pieces })}
          <ChevronDown
            aria-hidden="true"
            className="size-4 text-ink-soft transition-transform duration-(--brief) group-open:rotate-180"
          />
        </summary>
        <ul className="divide-y divide-line">
          {lines.map(({ name, quantity, amount: lineAmount }, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order keep their order.
            <li key={position} className="flex justify-between gap-4 py-2.5 text-sm">
              <span className="min-w-0 wrap-anywhere">
                {name} <span className="whitespace-nowrap text-ink-soft">× {quantity}</span>
              </span>
              <span className="flex-none font-semibold tabular-nums">{formatPaise(toPaise(lineAmount))}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function PaidPayment({ successUrl }: { successUrl: string }) {
  return (
    <PaymentNotice
      icon={CircleCheck}
      tone="leaf"
      title={t('payment.completed')}
      action={<BackLink to={successUrl} />}
    >
      {t('payment.closePage')}
    </PaymentNotice>
  );
}

/** The time to pay has expired, or the order was cancelled. */
function ExpiredPayment({ cancelUrl }: { cancelUrl: string }) {
  return (
    <PaymentNotice icon={Clock} title={t('payment.expired')} action={<BackLink to={cancelUrl} />}>
      {t('payment.notCharged')}
    </PaymentNotice>
  );
}

function UnknownPayment() {
  return (
    <PaymentNotice
      icon={SearchX}
      title={t('payment.notFound')}
      action={<BackLink to="/">{t('shell.goToHome')}</BackLink>}
    >
      {t('payment.notFoundHint')}
    </PaymentNotice>
  );
}

function PaymentLoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <PaymentNotice
      icon={WifiOff}
      title={t('payment.loadFailed')}
      action={<Button onClick={onRetry}>{t('shell.tryAgain')}</Button>}
    >
      {t('payment.loadFailedHint')}
    </PaymentNotice>
  );
}

interface PaymentNoticeProps {
  icon: LucideIcon;
  tone?: 'leaf' | 'marigold';
  title: string;
  action: ReactNode;
  children: ReactNode;
}

function PaymentNotice({ icon, tone = 'marigold', title, action, children }: PaymentNoticeProps) {
  return (
    <EmptyState art={<StatusIcon tone={tone} Icon={icon} />} title={title} action={action}>
      {children}
    </EmptyState>
  );
}

/** A full page load: this page is outside the shell of the shop. */
function BackLink({ to, children = t('payment.backToShop') }: { to: string; children?: ReactNode }) {
  return (
    <a href={to} className={buttonClass()}>
      {children}
    </a>
  );
}
