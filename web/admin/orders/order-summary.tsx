import { useQueryClient } from '@tanstack/react-query';
import { MapPin, Navigation, Phone } from 'lucide-react';
import { Fragment, type ReactNode, Suspense, useState } from 'react';
import { type Coordinates, toMapUrl } from '#contract/addresses/postal-address.ts';
import { formatPaise, formatSignedPaise, toPaise } from '#contract/base/money.ts';
import { toBillLines, toShownBill } from '#contract/cart/bill.ts';
import { amountDuePaise } from '#contract/ledger/settle-refund.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { listUnprintable } from '#contract/tax/print-fonts.ts';
import { useFocusFallback } from '#web/admin/delete-dialog.tsx';
import { formatDateTime } from '#web/base/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { OrderDocuments } from './order-documents.tsx';
import { refetchOrder } from './order-queries.ts';
import { canRecordPayment, paymentLabel, statusLabels } from './order-status.ts';
import { CorrectPaymentDialog, RecordPaymentDialog } from './payment-dialogs.tsx';
import { RefundItemsDialog, SettleRefundDialog } from './refund-dialogs.tsx';

/** Names characters that documents would show as a box, until the invoice is issued at dispatch. */
function Unprintable({
  order: { status, shopper, delivery_address: address, items },
}: {
  order: StaffOrder;
}) {
  if (!['PENDING_PAYMENT', 'PLACED', 'PACKING'].includes(status)) return null;
  const { business_name, recipient_name, address_line, landmark, city } = address;
  const places = [
    ...[business_name, shopper.name, recipient_name].map((text) => ['customer name', text] as const),
    ...[address_line, landmark, city].map((text) => ['address', text] as const),
    ...items.map(({ name, unit }) => [`product ${name}`, `${name} ${unit}`] as const),
  ];
  const found = new Set(
    places.flatMap(([place, text]) => {
      const characters = listUnprintable(text ?? '');
      return characters.length === 0 ? [] : [`${characters.join(' ')} in ${place}`];
    }),
  );
  if (found.size === 0) return null;
  return (
    <div className="my-2 rounded-md bg-marigold-soft px-3 py-2 wrap-anywhere">
      <p className="font-medium">These characters cannot be printed</p>
      <ul>
        {[...found].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/** Delivery address, payment and history of an order. */
export function OrderSummary({ order }: { order: StaffOrder }) {
  const { shopper, delivery_address: address } = order;
  return (
    <div className="mt-6 space-y-5 border-t border-line pt-5 text-sm">
      <SummarySection title="Deliver to">
        <p className="font-semibold wrap-anywhere">
          {address.recipient_name === undefined ? (
            shopper.name
          ) : (
            <>
              <bdi>{address.recipient_name}</bdi>{' '}
              <span className="font-normal text-ink-soft">ordered by {shopper.name}</span>
            </>
          )}
        </p>
        <address className="wrap-anywhere not-italic">
          {address.address_line}
          <br />
          {address.landmark !== undefined && (
            <>
              <bdi>{address.landmark}</bdi>
              <br />
            </>
          )}
          {address.city}, {address.state} {address.pincode}
          <br />
          {address.country}
        </address>
        {(address.business_name ?? address.gstin) !== undefined && (
          <p className="my-2 wrap-anywhere">
            Business purchase: <bdi>{address.business_name}</bdi>{' '}
            {address.gstin !== undefined && `GSTIN ${address.gstin}`}
          </p>
        )}
        {order.hsnDoubts !== undefined && (
          <div className="my-2 rounded-md bg-marigold-soft px-3 py-2 wrap-anywhere">
            <p className="font-medium">HSN codes to check before the invoice</p>
            <ul>
              {order.hsnDoubts.map((doubt) => (
                <li key={doubt}>{doubt}</li>
              ))}
            </ul>
          </div>
        )}
        <Unprintable order={order} />
        {address.delivery_note !== undefined && (
          <p className="my-2 rounded-md bg-marigold-soft px-3 py-2 font-medium wrap-anywhere">
            Note: <bdi>{address.delivery_note}</bdi>
          </p>
        )}
        <div className="flex flex-wrap gap-x-4">
          {address.location !== undefined && <LocationLinks location={address.location} />}
          {[...new Set([address.mobile, shopper.mobile])].map(
            (mobile) =>
              mobile && (
                <a
                  key={mobile}
                  href={`tel:${mobile.replace(/\s/g, '')}`}
                  className="inline-flex min-h-11 items-center gap-2 font-semibold text-leaf tabular-nums"
                >
                  <Phone aria-hidden="true" className="size-4" />
                  {mobile}
                </a>
              ),
          )}
        </div>
      </SummarySection>
      <SummarySection title="Payment">
        <Payment order={order} />
      </SummarySection>
      <SummarySection title="Invoice">
        <OrderDocuments order={order} />
      </SummarySection>
      <SummarySection title="History">
        <OrderTimeline order={order} />
      </SummarySection>
    </div>
  );
}

/**
 * A map in the browser, and on touch screens the navigation app of the device. Nothing of others is shown in the
 * page.
 */
function LocationLinks({ location }: { location: Coordinates }) {
  const { latitude, longitude } = location;
  const linkClass = 'min-h-11 items-center gap-2 font-semibold text-leaf';
  return (
    <>
      <a
        href={`geo:${latitude},${longitude}?q=${latitude},${longitude}`}
        className={`hidden pointer-coarse:inline-flex ${linkClass}`}
      >
        <Navigation aria-hidden="true" className="size-4" />
        Navigate
      </a>
      <a href={toMapUrl(location)} target="_blank" rel="noreferrer" className={`inline-flex ${linkClass}`}>
        <MapPin aria-hidden="true" className="size-4" />
        Map
      </a>
    </>
  );
}

function SummarySection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-sm font-semibold text-ink-soft">{title}</h3>
      {children}
    </section>
  );
}

function Payment({ order }: { order: StaffOrder }) {
  const { payment_method, totalAmt, refundedAmt, owedAmt, collection } = order;
  const duePaise = amountDuePaise(order);
  const creditPaise = toPaise(totalAmt) - duePaise;
  const [isRefunding, setIsRefunding] = useState(false);
  const [isRecording, setIsRecording] = useState(false);
  // The payment that was shown when the dialog opened is the one that is corrected.
  const [wrong, setWrong] = useState<StaffOrder['collection']>(null);
  const [isRefundingItems, setIsRefundingItems] = useState(false);
  const queries = useQueryClient();
  const place = useFocusFallback(isRefunding || isRecording || isRefundingItems || wrong !== null, order);
  const { itemsPaise, discounts, charges, refunds, rounding } = toShownBill(toBillLines(order.bill));
  return (
    <div ref={place} tabIndex={-1} className="rounded-md outline-offset-4">
      <p className="font-semibold tabular-nums">
        {duePaise === 0 && creditPaise > 0 ? 'Nothing to collect' : toPaymentTitle(order, duePaise)}
      </p>
      {collection !== null && <CollectionDetails collection={collection} duePaise={duePaise} />}
      {charges.length + discounts.length + refunds.length + rounding.length > 0 && (
        <p className="text-ink-soft tabular-nums">
          {[
            { name: 'Items', amountPaise: itemsPaise },
            ...discounts,
            ...charges,
            ...refunds.map(({ name, amountPaise }) => ({ name: `Refund of ${name}`, amountPaise })),
            ...rounding,
          ].map(({ name, amountPaise }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a bill keep their places.
            <Fragment key={index}>
              {index > 0 && ' · '}
              {name} <span className="whitespace-nowrap">{formatSignedPaise(amountPaise)}</span>
            </Fragment>
          ))}
        </p>
      )}
      {creditPaise > 0 && (
        <p className="text-ink-soft tabular-nums">{formatPaise(creditPaise)} paid with store credit</p>
      )}
      {refundedAmt > 0 && (
        <p className="text-ink-soft tabular-nums">
          {formatPaise(toPaise(refundedAmt))} refunded to the shopper
        </p>
      )}
      {owedAmt > 0 && (
        <div className="mt-2 rounded-md bg-danger-soft p-4">
          <p className="mb-3 font-medium text-danger">
            {payment_method === 'CARD'
              ? `The card refund of ${formatPaise(toPaise(owedAmt))} failed. Pay it out another way.`
              : `A refund of ${formatPaise(toPaise(owedAmt))} is due. Pay it out in cash or by UPI.`}
          </p>
          <Button variant="secondary" onClick={() => setIsRefunding(true)}>
            Mark as refunded…
          </Button>
        </div>
      )}
      {order.upi !== null && (
        <details className="mt-2">
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-leaf">
            QR code for UPI
          </summary>
          <Suspense fallback={<Skeleton className="mx-auto size-52 rounded-md" />}>
            <QrCode text={order.upi.url} label={`QR code to pay ${formatPaise(duePaise)} by UPI`} />
          </Suspense>
          <p className="mt-1 text-center text-ink-soft">
            {formatPaise(duePaise)} to {order.upi.payeeName}, reference {order.upi.reference}
          </p>
        </details>
      )}
      {canRecordPayment(order) && (
        <Button variant="secondary" className="mt-2" onClick={() => setIsRecording(true)}>
          Record payment…
        </Button>
      )}
      {collection !== null && (
        <Button variant="secondary" className="mt-2 mr-2" onClick={() => setWrong(collection)}>
          Correct payment…
        </Button>
      )}
      {order.status === 'DELIVERED' && order.totalAmt > 0 && (
        <Button variant="secondary" className="mt-2" onClick={() => setIsRefundingItems(true)}>
          Refund items…
        </Button>
      )}
      {isRefundingItems && (
        <RefundItemsDialog
          order={order}
          onDone={() => {
            setIsRefundingItems(false);
            void refetchOrder(queries, order._id);
          }}
          onClose={() => setIsRefundingItems(false)}
        />
      )}
      {isRefunding && <SettleRefundDialog order={order} onClose={() => setIsRefunding(false)} />}
      {wrong !== null && (
        <CorrectPaymentDialog order={order} collection={wrong} onClose={() => setWrong(null)} />
      )}
      {isRecording && <RecordPaymentDialog order={order} onClose={() => setIsRecording(false)} />}
    </div>
  );
}

function toPaymentTitle(order: StaffOrder, duePaise: number): string {
  const due = formatPaise(duePaise);
  const { payment_method, status, collection } = order;
  if (collection !== null) return `${paymentLabel(order)} · ${formatPaise(toPaise(collection.amount))}`;
  if (payment_method === 'CARD' || status === 'CANCELLED') return `${paymentLabel(order)} · ${due}`;
  if (status === 'DELIVERED') return `${due} not paid yet`;
  return payment_method === 'CASH' ? `Collect ${due} in cash` : `UPI payment of ${due} is not confirmed`;
}

interface CollectionDetailsProps {
  collection: NonNullable<StaffOrder['collection']>;
  duePaise: number;
}

/** By whom and when a payment was recorded, and why another amount than was due was paid. */
function CollectionDetails({ collection, duePaise }: CollectionDetailsProps) {
  const { amount, at, by, reference, note } = collection;
  const differencePaise = toPaise(amount) - duePaise;
  return (
    <div className="text-ink-soft tabular-nums">
      {reference !== null && <p>UPI reference {reference}</p>}
      <p className="wrap-anywhere">
        {by === null ? 'Recorded' : `Recorded by ${by}`} {formatDateTime(at)}
      </p>
      {note !== null && (
        <p className="wrap-anywhere">
          {differencePaise !== 0 &&
            `${formatPaise(Math.abs(differencePaise))} ${differencePaise > 0 ? 'more' : 'less'} than is due: `}
          {note}
        </p>
      )}
    </div>
  );
}

const actors = { shopper: 'by the shopper', staff: 'by staff', shop: '' } as const;

function OrderTimeline({ order: { steps } }: { order: StaffOrder }) {
  return (
    <ol className="space-y-2">
      {steps.map(({ status, at, by, reason, internalReason, undelivered }, index) => (
        // Entries are only ever appended.
        // biome-ignore lint/suspicious/noArrayIndexKey: two entries may have the same time
        <li key={index}>
          <p className="flex flex-wrap gap-x-2">
            <span className="font-semibold">
              {undelivered === undefined
                ? statusLabels[status]
                : `Could not be delivered, ${status === 'CANCELLED' ? 'back at the store' : 'tried again'}`}
            </span>
            <span className="text-ink-soft">
              {formatDateTime(at)} {actors[by]}
            </span>
          </p>
          {internalReason !== null && (
            <p className="wrap-anywhere text-ink-soft">Reason, for the staff: {internalReason}</p>
          )}
          {reason !== null && <p className="wrap-anywhere text-ink-soft">{reason}</p>}
        </li>
      ))}
    </ol>
  );
}
