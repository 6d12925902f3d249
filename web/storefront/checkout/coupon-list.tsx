import { queryOptions, useQuery } from '@tanstack/react-query';
import { TicketPercent } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { type CouponSuggestion, suggestCoupons } from '#contract/cart/price-cart.ts';
import type { ListedCoupon } from '#contract/discounts/offer.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { queryClient } from '#web/session/query-client.ts';
import { useSession } from '#web/session/session.ts';
import type { DisplayedLine } from '#web/storefront/cart/cart-line.ts';
import { loadOfferCategories, type Pricing, toPriceCartLine } from '#web/storefront/cart/pricing.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { chooseCoupon } from './chosen-coupon.ts';

/** The coupons that the store shows to all; which ones depends on who asks. */
const listedCouponsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['listed-coupons', userId],
    queryFn: async ({ signal }) => (await callApiOrThrow('listListedCoupons', {}, { signal })).data,
  });

interface CouponListProps {
  lines: readonly DisplayedLine[];
  pricing: Pricing;
  isDisabled: boolean;
  onApply: () => void;
}

/**
 * The other coupons that the cart can use, the best first, those that it nearly reaches with what is missing, and those
 * that need a verified address. The first one is shown, without a chosen coupon; the rest is behind a summary.
 */
export function CouponList({ lines, pricing, isDisabled, onApply }: CouponListProps) {
  const { status, user } = useSession();
  const { data = [] } = useQuery(
    { ...listedCouponsQuery(user?._id), enabled: status !== 'unknown' },
    queryClient,
  );
  const [, setReads] = useState(0);
  const read = useEffectEvent(async () => {
    if (await loadOfferCategories(lines, { offers: data, coupon: null })) setReads((reads) => reads + 1);
  });
  const productIds = lines.map(({ product }) => product._id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other products or coupons need other categories
  useEffect(() => void read(), [productIds, data]);
  const suggestions = suggestCoupons({ ...pricing, lines: lines.map(toPriceCartLine) }, data)
    .filter(({ coupon }) => coupon.name !== pricing.coupon?.name)
    .sort((one, other) => Number(one.coupon.needsVerification) - Number(other.coupon.needsVerification));
  const shown = pricing.coupon === null ? suggestions.slice(0, 1) : [];
  const others = suggestions.slice(shown.length);
  if (suggestions.length === 0) return null;
  const toRow = (suggestion: CouponSuggestion<ListedCoupon>) => (
    <CouponRow
      key={suggestion.coupon.name}
      suggestion={suggestion}
      isGuest={user === null}
      isDisabled={isDisabled}
      onApply={() => {
        const { needsVerification: _needsVerification, ...coupon } = suggestion.coupon;
        chooseCoupon(coupon);
        onApply();
      }}
    />
  );
  return (
    <section aria-label={t('checkout.coupons')} className="mt-2 text-sm">
      {shown.length > 0 && <ul>{shown.map(toRow)}</ul>}
      {others.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-leaf underline underline-offset-4">
            {t('checkout.otherCoupons', { count: others.length })}
          </summary>
          <ul className="space-y-2">{others.map(toRow)}</ul>
        </details>
      )}
    </section>
  );
}

interface CouponRowProps {
  suggestion: CouponSuggestion<ListedCoupon>;
  isGuest: boolean;
  isDisabled: boolean;
  onApply: () => void;
}

function CouponRow({ suggestion, isGuest, isDisabled, onApply }: CouponRowProps) {
  const { coupon, savingPaise, missingPaise } = suggestion;
  const { name: code, needsVerification, value } = coupon;
  const isReached = missingPaise === 0;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 rounded-lg border border-dashed border-line bg-surface px-3 py-1">
      <TicketPercent aria-hidden="true" className="size-5 flex-none text-leaf" />
      <div className="min-w-0 flex-1 py-1">
        <p className="font-semibold wrap-anywhere tabular-nums">
          {isReached
            ? t('checkout.couponSaves', { code, amount: formatPaise(savingPaise) })
            : t('checkout.couponMinimum', { code, missing: formatPaise(missingPaise) })}
        </p>
        {!(isReached && value.kind === 'FLAT') && <p className="text-ink-soft">{describeValue(value)}</p>}
        {needsVerification && isGuest && <p className="text-ink-soft">{t('checkout.couponNeedsLogin')}</p>}
        {needsVerification && !isGuest && <VerifyEmailLink />}
      </div>
      {isReached && !needsVerification && (
        <Button
          variant="secondary"
          disabled={isDisabled}
          aria-label={t('checkout.applyCoupon', { code })}
          onClick={onApply}
        >
          {t('checkout.apply')}
        </Button>
      )}
    </li>
  );
}

function describeValue(value: ListedCoupon['value']): string {
  if (value.kind === 'FREE_DELIVERY') return t('checkout.couponFreeDelivery');
  if (value.kind === 'FLAT')
    return t('checkout.couponFlat', { amount: formatPaise(toPaise(value.amountAmt)) });
  const { percent, capAmt } = value;
  return capAmt === null
    ? t('checkout.couponPercent', { percent })
    : t('checkout.couponPercentCap', { percent, amount: formatPaise(toPaise(capAmt)) });
}

/** Leads to where a shopper verifies the email address. */
export function VerifyEmailLink() {
  return (
    <Link
      to="/dashboard/profile"
      className="flex min-h-11 w-full items-center text-sm font-semibold underline underline-offset-4"
    >
      {t('account.verifyEmail')}
    </Link>
  );
}
