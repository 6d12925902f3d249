import { formatPaise, toPaise } from '#contract/base/money.ts';
import { toBillLines, toTotalPaise } from '#contract/cart/bill.ts';
import { linePaise, toPricedQuantity } from '#contract/cart/price-cart.ts';
import { orderAmountDuePaise } from '#contract/ledger/settle-refund.ts';
import type { Order } from '#contract/orders/order.ts';
import { toDeliveredPart, withReplacements } from '#contract/picking/delivered-line.ts';
import { CartBill } from '#web/storefront/cart/cart-bill.tsx';
import { shownNameOf } from '#web/storefront/product-card-data.ts';
import { langOf, nameOf, t } from '#web/texts/t.ts';
import { Picture } from '#web/ui/picture.tsx';

type Line = Order['items'][number];

/** The products that were ordered, without those that replace one. */
export function countOrdered(items: readonly Line[]): number {
  return items.filter(({ replaces }) => replaces === null).length;
}

/** The lines of an order; unavailable ones are struck through. */
export function OrderLineList({ items }: { items: readonly Line[] }) {
  return (
    <ul className="min-w-0 divide-y divide-line">
      {withReplacements(items).map((item) => (
        <li key={item.position} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
          <span
            className={`size-14 flex-none overflow-hidden rounded-md bg-sunken p-1 ${item.isTakenOff ? 'opacity-50' : ''}`}
          >
            <Picture src={item.image} alt="" width={56} height={56} sizes="56px" />
          </span>
          <span className="min-w-0 flex-1 text-sm">
            <span
              lang={langOf(nameOf(item))}
              className={`line-clamp-3 font-semibold wrap-anywhere ${item.isTakenOff ? 'text-ink-soft' : ''}`}
            >
              {shownNameOf(item)}
            </span>
            {(item.orderedGrams === null || toDeliveredPart(item) === null) && (
              <span className="text-ink-soft wrap-anywhere">
                {item.unit} × {item.quantity}
              </span>
            )}
            <LineOutcome item={item} items={items} />
          </span>
          <LinePrice item={item} />
        </li>
      ))}
    </ul>
  );
}

/** What of a line is not as ordered. */
function LineOutcome({ item, items }: { item: Line; items: readonly Line[] }) {
  const part = toDeliveredPart(item);
  const replacement = items.find(({ replaces }) => replaces === item.position);
  const replaced = items.find(({ position }) => position === item.replaces);
  const name = replacement && shownNameOf(replacement);
  return (
    <>
      {item.isTakenOff && name === undefined && (
        <span className="block font-semibold text-danger">{t('orders.notAvailable')}</span>
      )}
      {part !== null && (
        <span className="block font-semibold tabular-nums">
          {t('substitution.partOf', { delivered: part.delivered, ordered: part.ordered })}
        </span>
      )}
      {name !== undefined && (
        <span className="block font-semibold wrap-anywhere">
          {item.isTakenOff
            ? t('substitution.replacedBy', { name })
            : t('substitution.restReplacedBy', { name })}
        </span>
      )}
      {replaced !== undefined && (
        <span className="block font-semibold wrap-anywhere">
          {t('substitution.inPlace', { name: shownNameOf(replaced) })}
        </span>
      )}
    </>
  );
}

function LinePrice({ item }: { item: Line }) {
  const price = formatPaise(linePaise(toPricedQuantity(item)));
  return item.isTakenOff ? (
    <s className="text-sm text-ink-soft tabular-nums">{price}</s>
  ) : (
    <span className="text-sm font-semibold tabular-nums">{price}</span>
  );
}

/** The bill of an order without its unavailable lines, and the refunded amount. */
export function OrderBill({ order }: { order: Order }) {
  const { items, subTotalAmt, totalAmt, refundedAmt } = order;
  const bill = toBillLines(order.bill).map((line) => {
    const refunded = line.kind === 'REFUND' && items.find(({ name }) => name === line.name);
    return refunded ? { ...line, name: nameOf(refunded) } : line;
  });
  const creditPaise = toPaise(totalAmt) - orderAmountDuePaise(order);
  const charged = items.filter(({ isTakenOff }) => !isTakenOff);
  const missingPaise = -toTotalPaise(bill.filter(({ kind }) => kind === 'UNAVAILABLE'));
  return (
    <div>
      <CartBill
        subTotalPaise={toPaise(subTotalAmt)}
        bill={bill}
        unitCount={charged.reduce((sum, { quantity }) => sum + quantity, 0)}
      />
      {missingPaise > 0 && (
        <p className="mt-3 flex justify-between gap-4 text-sm text-ink-soft tabular-nums">
          <span>{t('substitution.payLess')}</span>
          <span className="whitespace-nowrap">–{formatPaise(missingPaise)}</span>
        </p>
      )}
      {creditPaise > 0 && (
        <p className="mt-3 flex justify-between gap-4 text-sm tabular-nums">
          <span>{t('account.storeCredit')}</span>
          <span className="whitespace-nowrap">–{formatPaise(creditPaise)}</span>
        </p>
      )}
      {refundedAmt > 0 && (
        <p className="mt-3 flex justify-between gap-4 text-sm font-semibold text-leaf tabular-nums">
          <span>{t('orders.refunded')}</span>
          <span>{formatPaise(toPaise(refundedAmt))}</span>
        </p>
      )}
    </div>
  );
}
