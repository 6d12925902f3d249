import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { OrderAddition, OrderDetails } from '#contract/orders/order.ts';
import { callApi, callApiOrThrow, newRequestId } from '#web/api/client.ts';
import { queryClient, retryUnlessRejected } from '#web/session/query-client.ts';
import { refreshCart } from '#web/storefront/cart/cart-store.ts';
import { shownNameOf } from '#web/storefront/product-card-data.ts';
import { langOf, nameOf, t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { showToast } from '#web/ui/toast.ts';

const quoteQuery = (_id: string) =>
  queryOptions({
    queryKey: ['addition', _id],
    queryFn: async ({ signal }) => (await callApiOrThrow('quoteAddition', { _id }, { signal })).data,
    retry: retryUnlessRejected(2),
    staleTime: 0,
    gcTime: 0,
  });

interface AdditionDialogProps {
  order: OrderDetails;
  /** False once packing has started. */
  isOpen: boolean;
  onChange: (order: OrderDetails) => void;
  onStale: () => void;
  onClose: () => void;
}

/** Shows what the order costs with the cart, and adds it. */
export function AdditionDialog({
  order: { _id, orderId },
  isOpen,
  onChange,
  onStale,
  onClose,
}: AdditionDialogProps) {
  const { data: quote, error, refetch } = useQuery(quoteQuery(_id), queryClient);
  // A repeated request of one dialog adds nothing.
  const [key] = useState(newRequestId);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');

  async function add({ lines, newTotalAmt }: OrderAddition) {
    setIsBusy(true);
    const list_items = lines.map(({ productId, quantity }) => ({ productId, quantity }));
    const outcome = await callApi('addToOrder', { _id, list_items, newTotalAmt }, { idempotencyKey: key });
    setIsBusy(false);
    if (outcome.isOk) {
      refreshCart();
      showToast('success', t('orders.productsAdded', { order: orderId }));
      onChange(outcome.response.data);
      return onClose();
    }
    const { code, message } = outcome.error;
    setProblem(message);
    if (code === 'ORDER_STATUS') onStale();
    else if (code === 'PRICE_CHANGED' || code === 'CART_CHANGED') {
      refreshCart();
      await refetch();
    }
  }

  return (
    <Dialog
      title={t('orders.addToOrder', { order: orderId })}
      onClose={onClose}
      footer={
        quote &&
        isOpen && (
          <Button isWide isBusy={isBusy} onClick={() => void add(quote)}>
            {toLabel(quote)}
          </Button>
        )
      }
    >
      <p role="alert" className="text-sm font-semibold text-danger not-empty:mb-3">
        {isOpen ? problem || error?.message : t('orders.packingStarted')}
      </p>
      {quote === undefined ? (
        error === null && <Skeleton className="h-40 rounded-lg" />
      ) : (
        <>
          <ul className="divide-y divide-line">
            {quote.lines.map((line) => (
              <AddedLine key={line.productId} line={line} />
            ))}
          </ul>
          <dl className="mt-3 grid grid-cols-[1fr_auto] gap-1 border-t border-line pt-3 text-sm tabular-nums">
            <dt>{t('orders.orderBefore')}</dt>
            <dd>{formatPaise(toPaise(quote.totalAmt))}</dd>
            <dt className="font-semibold">{t('orders.orderAfter')}</dt>
            <dd className="font-semibold">{formatPaise(toPaise(quote.newTotalAmt))}</dd>
          </dl>
          <p className="mt-2 text-sm text-ink-soft">{t('orders.sameDelivery')}</p>
        </>
      )}
    </Dialog>
  );
}

/** More products may cost less: they may reach free delivery. */
function toLabel({ totalAmt, newTotalAmt }: OrderAddition): string {
  const morePaise = toPaise(newTotalAmt) - toPaise(totalAmt);
  return morePaise > 0
    ? t('orders.addFor', { amount: formatPaise(morePaise) })
    : t('orders.addAndSave', { amount: formatPaise(-morePaise) });
}

function AddedLine({ line }: { line: OrderAddition['lines'][number] }) {
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0">
      <span className="size-14 flex-none overflow-hidden rounded-md bg-sunken p-1">
        <Picture src={line.image} alt="" width={56} height={56} sizes="56px" />
      </span>
      <span className="min-w-0 flex-1 text-sm">
        <span lang={langOf(nameOf(line))} className="line-clamp-2 font-semibold wrap-anywhere">
          {shownNameOf(line)}
        </span>
        <span className="text-ink-soft">
          {line.unit} × {line.quantity}
        </span>
      </span>
      <span className="text-sm font-semibold tabular-nums">{formatPaise(toPaise(line.amount))}</span>
    </li>
  );
}
