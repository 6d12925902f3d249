import { Download } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useId, useRef } from 'react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { isRunning } from '#contract/delivery/arrival-time.ts';
import { orderAmountDuePaise } from '#contract/ledger/settle-refund.ts';
import type { OrderDetails } from '#contract/orders/order.ts';
import { useInvoiceDownload } from '#web/api/use-invoice-download.ts';
import { useShop } from '#web/base/page-context.ts';
import { formatDateTime } from '#web/base/time.ts';
import { AdditionCard } from '#web/storefront/additions/addition-card.tsx';
import { AddressLines } from '#web/storefront/addresses/address-lines.tsx';
import { PushCard } from '#web/storefront/notifications/push-card.tsx';
import { ProblemCard } from '#web/storefront/problems/problem-card.tsx';
import { t } from '#web/texts/t.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { lazyWithRetry } from '#web/ui/lazy.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { showToast } from '#web/ui/toast.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderProgress } from './order-progress.tsx';
import type { OrderDelivery, OrderQuestion } from './order-queries.ts';
import { slotText, toMoneyText, toPaymentText } from './order-status.ts';
import { countOrdered, OrderBill, OrderLineList } from './order-summary.tsx';

// Few orders have questions.
const OrderQuestions = lazyWithRetry(async () => ({
  default: (await import('./order-questions.tsx')).OrderQuestions,
}));
// Only of an order that is packed or on its way.
const RiderCard = lazyWithRetry(async () => ({ default: (await import('./rider-card.tsx')).RiderCard }));

/** Of the height of the card with a PIN, so that nothing moves. */
const riderPlace = <Skeleton className="h-33 rounded-lg" />;

interface OrderViewProps {
  order: OrderDetails;
  questions: readonly OrderQuestion[];
  /** Undefined until it is known. */
  delivery: OrderDelivery | null | undefined;
  /** Whether the event stream is connected. */
  isLive: boolean;
  /** Called with the updated order of an API response. */
  onChange: (order: OrderDetails) => void;
  /** Called when an action failed because the order has changed. */
  onStale: () => void;
}

export function OrderView(props: OrderViewProps) {
  const { order, questions, delivery, isLive, onChange, onStale } = props;
  const progress = useRef<HTMLHeadingElement>(null);
  const hasFocusOnActions = useRef(false);
  const { upi } = order;
  const isUpiFirst = order.payment_method === 'UPI';
  const isOnItsWay = order.status === 'OUT_FOR_DELIVERY';
  const riderCard = delivery && (
    <Suspense fallback={isOnItsWay && riderPlace}>
      <RiderCard delivery={delivery} />
    </Suspense>
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the status has changed.
  useEffect(() => {
    // The focused button was removed: move the focus to the heading.
    if (!hasFocusOnActions.current || document.activeElement !== document.body) return;
    hasFocusOnActions.current = false;
    progress.current?.focus({ preventScroll: true });
  }, [order.status, order.payment_status]);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-xl wrap-anywhere">{t('orders.orderNumber', { number: order.orderId })}</h1>
        {order.isTestPayment && <Chip look="warning">{t('payment.title')}</Chip>}
      </div>
      <p className="mb-5 text-sm text-ink-soft">
        {t('orders.orderedAt', { time: formatDateTime(order.createdAt) })}
        {order.slot !== null && (
          <span className="block">{t('orders.chosenTime', { time: slotText(order.slot) })}</span>
        )}
      </p>
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-6">
        <div className="min-w-0 space-y-4">
          {upi !== null && isUpiFirst && <UpiCard order={order} upi={upi} />}
          {order.status === 'PACKING' && questions.length > 0 && (
            <Suspense fallback={null}>
              <OrderQuestions order={order} questions={questions} />
            </Suspense>
          )}
          {/* At the door the shopper looks for the PIN. */}
          {isOnItsWay && (delivery === undefined ? riderPlace : riderCard)}
          <OrderProgress
            order={order}
            questions={questions}
            approach={delivery?.approach ?? null}
            isLive={isLive}
            headingRef={progress}
          />
          {!isOnItsWay && riderCard}
          <AdditionCard order={order} onChange={onChange} onStale={onStale} />
          <OrderLines order={order} />
        </div>
        <div className="min-w-0 space-y-4">
          <OrderActions
            order={order}
            onChange={onChange}
            onStale={onStale}
            onFocusChange={(hasFocus) => {
              hasFocusOnActions.current = hasFocus;
            }}
          />
          {upi !== null && !isUpiFirst && <UpiCard order={order} upi={upi} />}
          <div className="rounded-lg border border-line bg-surface p-4 md:p-5">
            <OrderBill order={order} />
          </div>
          <OrderCard title={t('checkout.payment')}>
            <p className="text-sm">
              {order.collection !== null || order.payment_method === 'UPI' || order.status === 'CANCELLED'
                ? toMoneyText(order)
                : toPaymentText(order)}
            </p>
          </OrderCard>
          <OrderCard title={t('orders.deliveryAddress')}>
            <AddressLines address={order.delivery_address} />
          </OrderCard>
          <OrderHelp order={order} />
        </div>
      </div>
    </>
  );
}

function OrderLines({ order: { items } }: { order: OrderDetails }) {
  return (
    <OrderCard title={t('products.count', { count: countOrdered(items) })}>
      <OrderLineList items={items} />
    </OrderCard>
  );
}

function OrderCard({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="rounded-lg border border-line bg-surface p-4 md:p-5">
      <h2 id={titleId} className="mb-3 text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface UpiCardProps {
  order: OrderDetails;
  upi: NonNullable<OrderDetails['upi']>;
}

/** How an unpaid order is paid by UPI: a link that opens an app of the phone, and a QR code for another phone. */
function UpiCard({ order, upi }: UpiCardProps) {
  const titleId = useId();
  const amount = formatPaise(orderAmountDuePaise(order));
  const isChosen = order.payment_method === 'UPI';
  const details = (
    <>
      <a href={upi.url} className={`${buttonClass()} my-3 w-full pointer-fine:hidden`}>
        {t('orders.payWithUpiApp')}
      </a>
      <QrCode text={upi.url} label={t('orders.upiCode', { amount })} />
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        <dt className="text-ink-soft">{t('orders.upiPayee')}</dt>
        <dd className="font-semibold wrap-anywhere">
          <bdi>{upi.payeeName}</bdi>
        </dd>
        <dt className="text-ink-soft">{t('orders.upiId')}</dt>
        <dd className="wrap-anywhere select-all">{upi.vpa}</dd>
        <dt className="text-ink-soft">{t('orders.upiReference')}</dt>
        <dd className="select-all">{upi.reference}</dd>
      </dl>
      <p className="mt-3 text-sm text-ink-soft">{t('orders.upiConfirmed')}</p>
    </>
  );
  return (
    <section aria-labelledby={titleId} className="rounded-lg border border-line bg-surface p-4 md:p-5">
      {isChosen ? (
        <>
          <h2 id={titleId} className="mb-1 text-lg tabular-nums">
            {t('orders.payByUpi', { amount })}
          </h2>
          <p className="text-sm text-ink-soft">{t('orders.scanUpi')}</p>
          {details}
        </>
      ) : (
        <details>
          <summary id={titleId} className="flex min-h-11 cursor-pointer items-center font-semibold">
            {t('orders.payByUpiInstead')}
          </summary>
          {details}
        </details>
      )}
    </section>
  );
}

/**
 * Problems of a delivered order, invoice and tax, the email address of the shop, and notifications about an order
 * under way.
 */
function OrderHelp({ order }: { order: OrderDetails }) {
  return (
    <>
      {order.status === 'DELIVERED' && <ProblemCard order={order} />}
      <DocumentsCard order={order} />
      <HelpLine orderNumber={order.orderId} />
      {isRunning(order.status) && <PushCard />}
    </>
  );
}

function HelpLine({ orderNumber }: { orderNumber: string }) {
  const shop = useShop();
  if (shop === undefined) return null;
  const { email } = shop.contact;
  return (
    <p className="px-1 text-sm text-ink-soft">
      {t('orders.problem')}{' '}
      <a
        href={`mailto:${email}?subject=${encodeURIComponent(t('orders.orderNumber', { number: orderNumber }))}`}
        className="inline-flex min-h-6 items-center font-semibold break-all text-leaf underline"
      >
        {t('orders.contact', { email })}
      </a>
    </p>
  );
}

const titles = {
  TAX_INVOICE: () => t('invoices.taxInvoice'),
  INVOICE_CUM_BILL_OF_SUPPLY: () => t('invoices.invoiceCumBillOfSupply'),
  BILL_OF_SUPPLY: () => t('invoices.billOfSupply'),
  CREDIT_NOTE: () => t('invoices.creditNote'),
};

const papers = { A4: () => t('invoices.a4'), RECEIPT: () => t('invoices.receipt') };

/** The tax in the total of an order, its invoice and its credit notes. */
function DocumentsCard({ order }: { order: OrderDetails }) {
  const titleId = useId();
  const { documents, includedTaxAmt } = order;
  if (documents.length === 0 && includedTaxAmt === 0) return null;
  return (
    <section aria-labelledby={titleId} className="rounded-lg border border-line bg-surface p-4 md:p-5">
      <h2 id={titleId} className="mb-2 text-lg">
        {t('invoices.title')}
      </h2>
      {includedTaxAmt > 0 && (
        <p className="mb-2 text-sm text-ink-soft tabular-nums">
          {t('invoices.includesTax', { amount: formatPaise(toPaise(includedTaxAmt)) })}
        </p>
      )}
      <ul className="divide-y divide-line">
        {documents.map((document) => (
          <DocumentItem key={document._id} orderId={order._id} document={document} />
        ))}
      </ul>
    </section>
  );
}

interface DocumentItemProps {
  orderId: string;
  document: OrderDetails['documents'][number];
}

function DocumentItem({ orderId, document }: DocumentItemProps) {
  const { title, number, issuedAt, totalAmt } = document;
  const { busy, download } = useInvoiceDownload(orderId, document, (message) => showToast('error', message));
  return (
    <li className="py-3 last:pb-0">
      <p className="text-sm font-semibold">
        {titles[title]()} · <span className="tabular-nums">{formatPaise(toPaise(totalAmt))}</span>
      </p>
      <p className="mb-2 text-sm text-ink-soft tabular-nums">
        {number} · {formatDateTime(issuedAt)}
      </p>
      <div className="flex flex-wrap gap-2">
        {(['A4', 'RECEIPT'] as const).map((paper) => (
          <Button
            key={paper}
            variant="secondary"
            isBusy={busy === paper}
            aria-label={t('invoices.download', { number, paper: papers[paper]() })}
            onClick={() => void download(paper)}
          >
            {busy !== paper && <Download aria-hidden="true" className="size-4.5" />}
            {papers[paper]()}
          </Button>
        ))}
      </div>
    </li>
  );
}
