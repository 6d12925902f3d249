import { Download } from 'lucide-react';
import { useId } from 'react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { isRunning } from '#contract/delivery/delivery-estimate.ts';
import type { OrderDetails } from '#contract/orders/order.ts';
import { useInvoiceDownload } from '#web/api/use-invoice-download.ts';
import { useShop } from '#web/base/page-context.ts';
import { formatDateTime } from '#web/base/time.ts';
import { PushCard } from '#web/storefront/notifications/push-card.tsx';
import { ProblemCard } from '#web/storefront/problems/problem-card.tsx';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.ts';

/**
 * Problems of a delivered order, invoice and tax, the email address of the shop, and notifications about an order
 * under way.
 */
export function OrderHelp({ order }: { order: OrderDetails }) {
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
export function DocumentsCard({ order }: { order: OrderDetails }) {
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
