import { Printer } from 'lucide-react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { documentTitleTexts } from '#contract/tax/document-number.ts';
import { useInvoiceDownload } from '#web/api/use-invoice-download.ts';
import { formatDateTime } from '#web/base/time.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.ts';

/** The invoice of an order and its credit notes, to print. */
export function OrderDocuments({ order }: { order: StaffOrder }) {
  const { documents, includedTaxAmt, status } = order;
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
      {documents.length > 0 && (
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
