import { useQueryClient } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { Fragment, Suspense, useState } from 'react';
import { formatPaise, formatSignedPaise, toPaise } from '#contract/base/money.ts';
import { toBillLines, toShownBill } from '#contract/cart/bill.ts';
import { orderAmountDuePaise } from '#contract/ledger/settle-refund.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { documentTitleTexts } from '#contract/tax/document-number.ts';
import { useFocusFallback } from '#web/admin/confirm-call-dialog.tsx';
import { useInvoiceDownload } from '#web/api/use-invoice-download.ts';
import { formatDateTime } from '#web/base/time.ts';
import { useMay } from '#web/session/session.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { showToast } from '#web/ui/toast.ts';
import { DeliverTo, SummarySection } from './deliver-to.tsx';
import { refetchOrder } from './order-queries.ts';
import { canRecordPayment, statusLabels, toPaymentTitle, toRiderTitle } from './order-status.ts';
import { CorrectPaymentDialog, RecordPaymentDialog } from './payment-dialogs.tsx';
import { RefundItemsDialog, SettleRefundDialog } from './refund-dialogs.tsx';
import { RiderSection } from './rider-section.tsx';

/** Payment and history of an order; before them the delivery address, unless `isUnderWay`: it is above the lines. */
export function OrderSummary({ order, isUnderWay }: { order: StaffOrder; isUnderWay: boolean }) {
  return (
    <div className="mt-6 space-y-5 border-t border-line pt-5 text-sm">
      {!isUnderWay && <DeliverTo order={order} />}
      <RiderSection order={order} />
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

function Payment({ order }: { order: StaffOrder }) {
  const { payment_method, status, totalAmt, refundedAmt, owedAmt, collection } = order;
  const duePaise = orderAmountDuePaise(order);
  const creditPaise = toPaise(totalAmt) - duePaise;
  const title = duePaise === 0 && creditPaise > 0 ? 'Nothing to collect' : toPaymentTitle(order, duePaise);
  const [isRefunding, setIsRefunding] = useState(false);
  const [isRecording, setIsRecording] = useState(false);
  // The payment that was shown when the dialog opened is the one that is corrected.
  const [wrong, setWrong] = useState<StaffOrder['collection']>(null);
  const [isRefundingItems, setIsRefundingItems] = useState(false);
  const queries = useQueryClient();
  const [mayRefund, mayCorrect] = [useMay('refund'), useMay('correct-payments')];
  const mayRecord = useMay('take-cash', 'confirm-upi');
  const place = useFocusFallback(isRefunding || isRecording || isRefundingItems || wrong !== null, order);
  const { itemsPaise, discounts, charges, refunds, rounding } = toShownBill(toBillLines(order.bill));
  return (
    <div ref={place} tabIndex={-1} className="rounded-md outline-offset-4">
      {(status !== 'OUT_FOR_DELIVERY' || title !== toRiderTitle(order)) && (
        <p className="font-semibold tabular-nums">{title}</p>
      )}
      {collection !== null && <CollectionDetails collection={collection} duePaise={duePaise} />}
      {charges.length + discounts.length + refunds.length + rounding.length > 0 && (
        <p className="text-ink-soft tabular-nums">
          {[
            { name: 'Products', amountPaise: itemsPaise },
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
          {mayRefund && (
            <Button variant="secondary" onClick={() => setIsRefunding(true)}>
              Mark as refunded…
            </Button>
          )}
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
      {mayRecord && canRecordPayment(order) && (
        <Button variant="secondary" className="mt-2" onClick={() => setIsRecording(true)}>
          Record payment…
        </Button>
      )}
      {mayCorrect && collection !== null && (
        <Button variant="secondary" className="mt-2 mr-2" onClick={() => setWrong(collection)}>
          Correct payment…
        </Button>
      )}
      {mayRefund && order.status === 'DELIVERED' && order.totalAmt > 0 && (
        <Button variant="secondary" className="mt-2" onClick={() => setIsRefundingItems(true)}>
          Refund products…
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

/** The invoice of an order and its credit notes, to print. */
function OrderDocuments({ order }: { order: StaffOrder }) {
  const { documents, includedTaxAmt, status } = order;
  const mayView = useMay('view-invoices');
  return (
    <>
      {includedTaxAmt > 0 && (
        <p className="tabular-nums">The total includes {formatPaise(toPaise(includedTaxAmt))} GST.</p>
      )}
      {documents.length === 0 && (
        <p className="text-ink-soft">
          {status === 'OUT_FOR_DELIVERY' || status === 'DELIVERED'
            ? 'Handed over before invoices had numbers.'
            : 'Issued when the order is handed over.'}
        </p>
      )}
      {mayView && documents.length > 0 && (
        <ul className="divide-y divide-line">
          {documents.map((document) => (
            <DocumentItem key={document._id} orderId={order._id} document={document} />
          ))}
        </ul>
      )}
    </>
  );
}

interface DocumentItemProps {
  orderId: string;
  document: StaffOrder['documents'][number];
}

function DocumentItem({ orderId, document }: DocumentItemProps) {
  const { title, number, issuedAt, totalAmt } = document;
  const { busy, download, openToPrint } = useInvoiceDownload(orderId, document, (message) =>
    showToast('error', message),
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <span className="min-w-0 tabular-nums">
        <span className="block font-semibold">
          {documentTitleTexts[title]} {number}
        </span>
        <span className="text-ink-soft">
          {formatPaise(toPaise(totalAmt))} · {formatDateTime(issuedAt)}
        </span>
      </span>
      <span className="flex flex-wrap gap-x-3 gap-y-2">
        {(['A4', 'RECEIPT'] as const).map((paper) => {
          const size = paper === 'A4' ? 'A4' : '80 mm';
          return (
            <span key={paper} className="flex">
              <Button
                variant="secondary"
                isBusy={busy === paper}
                aria-label={`Download ${number} for ${size}`}
                onClick={() => void download(paper)}
              >
                {size}
              </Button>
              <IconButton
                label={`Print ${number} on ${size}`}
                disabled={busy !== null}
                onClick={() => void openToPrint(paper)}
              >
                <Printer aria-hidden="true" className="size-5" />
              </IconButton>
            </span>
          );
        })}
      </span>
    </li>
  );
}
