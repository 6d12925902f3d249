import { formatPaise, formatSignedPaise } from '#contract/base/money.ts';
import { type BillLine, chargeNames, toShownBill, toTotalPaise } from '#contract/cart/bill.ts';
import { t } from '#web/texts/t.ts';

interface CartBillProps {
  /** Of the items, before discount. */
  subTotalPaise: number;
  bill: readonly BillLine[];
  unitCount: number;
  /** It is the most that products by weight cost. */
  isWeighed?: boolean;
  title?: string;
}

export const chargeTexts: typeof chargeNames =
  import.meta.env.LANGUAGE === 'en'
    ? chargeNames
    : {
        DELIVERY: t('cart.deliveryCharge'),
        SMALL_ORDER: t('cart.smallOrderFee'),
        HANDLING: t('cart.handlingFee'),
      };

/** The bill of a cart or an order. */
export function CartBill({
  subTotalPaise,
  bill,
  unitCount,
  isWeighed = false,
  title = t('cart.billDetails'),
}: CartBillProps) {
  const { itemsPaise, discounts, charges, refunds, rounding } = toShownBill(bill);
  const isFree = charges.every(({ kind }) => kind !== 'DELIVERY');
  return (
    <section>
      <h2 className="mb-3 text-lg">{title}</h2>
      <dl className="space-y-2 text-sm tabular-nums [&_dd]:whitespace-nowrap">
        <div className="flex justify-between gap-4">
          <dt>{t('cart.itemsTotal')}</dt>
          <dd>
            {subTotalPaise !== itemsPaise && (
              <s className="mr-2 text-ink-soft">{formatPaise(subTotalPaise)}</s>
            )}
            {formatPaise(itemsPaise)}
          </dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt>{t('cart.quantityTotal')}</dt>
          <dd>{t('cart.quantity', { count: unitCount })}</dd>
        </div>
        {discounts.map(({ kind, name, amountPaise }) => (
          <div key={`${kind} ${name}`} className="flex justify-between gap-4 font-semibold text-leaf">
            <dt className="min-w-0 wrap-anywhere">{name}</dt>
            <dd>–{formatPaise(-amountPaise)}</dd>
          </div>
        ))}
        {isFree && (
          <div className="flex justify-between gap-4">
            <dt>{t('cart.deliveryCharge')}</dt>
            <dd className="font-semibold text-leaf">{t('cart.free')}</dd>
          </div>
        )}
        {charges.map(({ kind, amountPaise }) => (
          <div key={kind} className="flex justify-between gap-4">
            <dt>{chargeTexts[kind]}</dt>
            <dd>{formatPaise(amountPaise)}</dd>
          </div>
        ))}
        {refunds.map(({ name, amountPaise }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a bill keep their places.
          <div key={index} className="flex justify-between gap-4 font-semibold text-leaf">
            <dt className="min-w-0 wrap-anywhere">{t('cart.refundOf', { name })}</dt>
            <dd>–{formatPaise(-amountPaise)}</dd>
          </div>
        ))}
        {rounding.map(({ name, amountPaise }) => (
          <div key={name} className="flex justify-between gap-4">
            <dt>{t('cart.rounding')}</dt>
            <dd>{formatSignedPaise(amountPaise)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-3 text-base font-bold">
          <dt>{t('cart.grandTotal')}</dt>
          <dd>{formatPaise(toTotalPaise(bill))}</dd>
        </div>
      </dl>
      {isWeighed && <p className="mt-2 text-sm text-ink-soft">{t('cart.weighedBill')}</p>}
    </section>
  );
}
