import { Bike, Check, CreditCard, House, Package, ShoppingBasket, X } from 'lucide-react';
import type { RefObject } from 'react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { cancellationMessages } from '#contract/orders/cancellation-messages.ts';
import type { OrderDetails } from '#contract/orders/order.ts';
import { formatDateTime, formatTime, useNow } from '#web/base/time.ts';
import { t } from '#web/texts/t.ts';
import { buttonClass } from '#web/ui/button.tsx';
import type { OrderDelivery, OrderQuestion } from './order-queries.ts';
import {
  durationText,
  reservationText,
  type TimelineStep,
  toDeliveryText,
  toHeadline,
  toTimeline,
  toUndeliveredText,
} from './order-status.ts';
import { toPackingNews } from './packing-news.ts';

interface OrderProgressProps {
  order: OrderDetails;
  questions: readonly OrderQuestion[];
  approach: OrderDelivery['approach'];
  isLive: boolean;
  headingRef: RefObject<HTMLHeadingElement | null>;
}

/** Status, expected delivery and timeline of an order. */
export function OrderProgress({ order, questions, approach, isLive, headingRef }: OrderProgressProps) {
  const isOver = order.status === 'DELIVERED' || order.status === 'CANCELLED';
  return (
    <section className="rounded-lg border border-line bg-surface p-4 md:p-6">
      <div className="mb-6 flex items-start justify-between gap-4">
        <div className="min-w-0">
          {/* Announces status changes to screen readers. */}
          <div role="status">
            <h2 ref={headingRef} tabIndex={-1} className="text-lg outline-none md:text-xl">
              {toHeadline(order)}
            </h2>
          </div>
          <Subline order={order} approach={approach} />
          <LateCredit order={order} />
        </div>
        {!isOver && <LiveBadge isLive={isLive} />}
      </div>
      <PayNowLink order={order} />
      <Timeline order={order} questions={questions} />
    </section>
  );
}

function Subline({ order, approach }: Pick<OrderProgressProps, 'order' | 'approach'>) {
  const { status, deliveredAt, expiresAt, steps } = order;
  const now = useNow();
  const look = 'mt-1 text-ink-soft tabular-nums';
  const undelivered = toUndeliveredText(order);
  if (undelivered !== null) return <p className={look}>{undelivered}</p>;
  if (status === 'CANCELLED') {
    const reason = steps.find((step) => step.status === 'CANCELLED')?.reason ?? null;
    if (reason === null) return null;
    return (
      <p className={`${look} wrap-anywhere`}>
        {import.meta.env.LANGUAGE === 'en' ? reason : toReasonText(reason)}
      </p>
    );
  }
  if (status === 'DELIVERED') {
    const placedAt = steps.find((step) => step.status === 'PLACED')?.at ?? order.createdAt;
    if (deliveredAt === null) return null;
    return (
      <p className={look}>
        {t('orders.deliveredAfter', {
          time: formatDateTime(deliveredAt),
          duration: durationText(placedAt, deliveredAt),
        })}
      </p>
    );
  }
  if (status === 'PENDING_PAYMENT') {
    const held = expiresAt === null ? null : reservationText(expiresAt, now);
    return (
      <p className={look}>
        {held === null ? t('orders.payTimeOver') : t('orders.reservedFor', { duration: held })}
      </p>
    );
  }
  const delivery = toDeliveryText(order, now, approach);
  if (delivery === null) return null;
  return (
    <p className={look}>
      {delivery.lead} <strong className="text-base text-ink">{delivery.time}</strong>
      {delivery.waiting !== null && <span className="block text-sm">{delivery.waiting}</span>}
    </p>
  );
}

/** The store credit that the shopper of a late order got. */
function LateCredit({ order: { lateCreditAmt } }: Pick<OrderProgressProps, 'order'>) {
  if (lateCreditAmt === undefined) return null;
  const amount = formatPaise(toPaise(lateCreditAmt));
  return <p className="mt-1 font-semibold text-leaf">{t('orders.lateCredit', { amount })}</p>;
}

function LiveBadge({ isLive }: { isLive: boolean }) {
  const look = isLive ? 'bg-leaf-soft text-leaf' : 'bg-sunken text-ink-soft';
  return (
    <span
      title={isLive ? t('orders.updatesLive') : t('orders.updatesSlowly')}
      className={`mt-0.5 inline-flex w-16 flex-none items-center justify-center gap-1.5 rounded-full py-1 text-xs font-semibold ${look}`}
    >
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${isLive ? 'animate-pulse bg-leaf' : 'bg-ink-soft'}`}
      />
      {isLive ? t('orders.live') : '…'}
    </span>
  );
}

interface PayNowLinkProps {
  order: { paymentUrl: string | null; expiresAt: string | null };
}

/** The link to the payment page, while the reservation lasts. */
function PayNowLink({ order: { paymentUrl, expiresAt } }: PayNowLinkProps) {
  const now = useNow();
  if (paymentUrl === null || expiresAt === null || reservationText(expiresAt, now) === null) return null;
  return (
    <a href={paymentUrl} className={`${buttonClass()} mb-6 w-full sm:w-auto`}>
      <CreditCard aria-hidden="true" className="size-5" />
      {t('orders.payNow')}
    </a>
  );
}

const icons = {
  PENDING_PAYMENT: CreditCard,
  PLACED: ShoppingBasket,
  PACKING: Package,
  OUT_FOR_DELIVERY: Bike,
  DELIVERED: House,
  CANCELLED: X,
} as const satisfies Record<OrderDetails['status'], unknown>;

const looks: Record<TimelineStep['kind'], string> = {
  done: 'bg-leaf text-on-leaf',
  now: 'bg-marigold text-on-marigold ring-4 ring-marigold-soft',
  later: 'bg-sunken text-ink-soft',
  cancelled: 'bg-danger text-on-danger',
};

function Timeline({ order, questions }: Pick<OrderProgressProps, 'order' | 'questions'>) {
  const steps = toTimeline(order);
  return (
    <ol>
      {steps.map((step, index) => (
        <TimelineItem
          key={step.status}
          step={step}
          next={steps[index + 1]}
          news={step.status === 'PACKING' ? toPackingNews(order, questions) : []}
        />
      ))}
    </ol>
  );
}

interface TimelineItemProps {
  step: TimelineStep;
  next: TimelineStep | undefined;
  news: ReturnType<typeof toPackingNews>;
}

function TimelineItem({ step, next, news }: TimelineItemProps) {
  const { status, label, at, kind } = step;
  const Icon = kind === 'done' && status !== 'DELIVERED' ? Check : icons[status];
  const isNextReached = next !== undefined && next.kind !== 'later';
  return (
    <li className="relative flex gap-4 pb-6 last:pb-0" aria-current={kind === 'now' ? 'step' : undefined}>
      {next !== undefined && (
        <span
          aria-hidden="true"
          className={`absolute top-9 bottom-0 left-[1.0625rem] w-0.5 transition-colors duration-(--brief) ${isNextReached ? 'bg-leaf' : 'bg-line'}`}
        />
      )}
      <span
        aria-hidden="true"
        className={`relative flex size-9 flex-none items-center justify-center rounded-full transition-colors duration-(--brief) ${looks[kind]}`}
      >
        <Icon className="size-5" />
      </span>
      <div className="flex min-h-9 min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4">
        <span className={kind === 'later' ? 'text-ink-soft' : 'font-semibold'}>
          {label}
          {kind === 'later' && <span className="sr-only">{t('orders.stillToCome')}</span>}
        </span>
        {at !== null && <span className="text-sm text-ink-soft tabular-nums">{formatDateTime(at)}</span>}
        {news.length > 0 && (
          <ul className="w-full space-y-1 text-sm text-ink-soft">
            {news.map(({ at: newsAt, text }) => (
              <li key={`${newsAt} ${text}`} className="flex justify-between gap-x-4">
                <span className="min-w-0 wrap-anywhere">{text}</span>
                {newsAt !== null && (
                  <span className="flex-none tabular-nums">{formatTime(Date.parse(newsAt))}</span>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

const texts: Record<keyof typeof cancellationMessages, string> = {
  unpaid: t('orders.reasonUnpaid'),
  paymentFailed: t('orders.reasonFailed'),
  noPaymentPage: t('orders.reasonNoPage'),
  wrongAmount: t('orders.reasonAmount'),
  asked: t('orders.reasonAsked'),
  soldOut: t('orders.reasonSoldOut'),
  address: t('orders.reasonAddress'),
  noDelivery: t('orders.reasonDelivery'),
  refused: t('orders.reasonRefused'),
};

/** A message of the server, which is English, in the language of the page. What the staff typed stays as it is. */
export function toReasonText(reason: string): string {
  for (const name of ownKeys(texts)) {
    if (cancellationMessages[name] === reason) return texts[name];
  }
  const [, order] = /^It was paid late and continues as (\S+)\.$/.exec(reason) ?? [];
  return order === undefined ? reason : t('orders.reasonContinues', { order });
}

function ownKeys<Key extends string>(record: Record<Key, unknown>): Key[] {
  const names: Key[] = [];
  for (const name in record) names.push(name);
  return names;
}
