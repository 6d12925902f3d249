import { TicketPercent } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { type CouponSuggestion, suggestCoupons } from '#contract/cart/price-cart.ts';
import type { CouponRejection } from '#contract/discounts/apply-offers.ts';
import type { ListedCoupon } from '#contract/discounts/offer.ts';
import { callApi } from '#web/api/client.ts';
import { useSession } from '#web/session/session.ts';
import type { DisplayedLine } from '#web/storefront/cart/cart-line.ts';
import { chooseCoupon } from '#web/storefront/cart/chosen-coupon.ts';
import {
  findCouponRejection,
  type Pricing,
  priceLines,
  toPriceCartLine,
} from '#web/storefront/cart/pricing.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';

interface CouponChoiceProps {
  lines: readonly DisplayedLine[];
  pricing: Pricing;
  /** Those that the store shows to all. */
  coupons: readonly ListedCoupon[];
  isDisabled?: boolean;
  /** The last order was refused, perhaps because of the coupon. */
  mustReadAgain?: boolean;
  /** Takes a code, too, and asks the server about a coupon that was chosen in the cart. */
  isCheckout?: boolean;
}

/** Shows the chosen coupon and what it gives, and the coupons that the cart can use or nearly use. */
export function CouponChoice(props: CouponChoiceProps) {
  const { lines, pricing, coupons, isDisabled = false, mustReadAgain = false, isCheckout = false } = props;
  const { coupon } = pricing;
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [needsVerification, setNeedsVerification] = useState(false);
  const [isChecking, setIsChecking] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const noteId = useId();

  async function check(entered: string): Promise<void> {
    setIsChecking(true);
    const outcome = await callApi('checkCoupon', { code: entered });
    setIsChecking(false);
    setError(outcome.isOk ? undefined : outcome.error.issueAt('code') || outcome.error.message);
    setNeedsVerification(!outcome.isOk && outcome.error.code === 'COUPON_NEEDS_VERIFICATION');
    if (outcome.isOk) {
      setCode('');
      chooseCoupon(outcome.response.data);
    } else if (coupon !== null && outcome.error.isClientError) chooseCoupon(null);
  }

  const checkAgain = useEffectEvent(() => {
    if (coupon !== null) void check(coupon.name);
  });
  // The cart may have chosen the coupon for a guest, or long ago.
  useEffect(() => {
    if (isCheckout) checkAgain();
  }, [isCheckout]);
  useEffect(() => {
    if (mustReadAgain) checkAgain();
  }, [mustReadAgain]);

  const hasCoupon = coupon !== null;
  const hadCoupon = useRef(hasCoupon);
  useEffect(() => {
    if (hadCoupon.current === hasCoupon) return;
    hadCoupon.current = hasCoupon;
    // The focused control was removed.
    if (document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [hasCoupon]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isChecking) return;
    if (code.trim() === '') setError(t('checkout.enterCoupon'));
    else await check(code);
    box.current?.querySelector('input')?.focus();
  }
  const form = (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-wrap items-start gap-2">
      <Field
        label={t('checkout.couponCode')}
        className="min-w-0 flex-1"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={code}
        aria-invalid={error !== undefined}
        aria-describedby={noteId}
        disabled={isDisabled}
        onChange={({ target }) => {
          setCode(target.value);
          setError(undefined);
          setNeedsVerification(false);
        }}
      />
      <Button type="submit" variant="secondary" className="mt-6" isBusy={isChecking} disabled={isDisabled}>
        {t('checkout.apply')}
      </Button>
      {needsVerification && <VerifyEmailLink />}
    </form>
  );
  const chosen = (
    <div
      className={
        hasCoupon
          ? 'flex min-h-12 items-center gap-3 rounded-lg border border-line bg-surface px-4 py-1 text-sm'
          : 'flex flex-col'
      }
    >
      {/* The same element in both states: a screen reader does not announce text that comes with its live region. */}
      <p
        id={noteId}
        role="status"
        className={
          hasCoupon
            ? 'min-w-0 flex-1 font-semibold wrap-anywhere tabular-nums'
            : 'order-last text-sm text-danger not-empty:mt-1'
        }
      >
        {hasCoupon ? toAppliedText(coupon.name, lines, pricing) : error}
      </p>
      {hasCoupon ? (
        <Button
          variant="quiet"
          disabled={isDisabled}
          aria-label={t('checkout.removeCoupon', { code: coupon.name })}
          onClick={() => chooseCoupon(null)}
        >
          {t('addresses.remove')}
        </Button>
      ) : (
        isCheckout && form
      )}
    </div>
  );
  return (
    <div ref={box}>
      {chosen}
      <CouponList
        lines={lines}
        pricing={pricing}
        coupons={coupons}
        isDisabled={isDisabled}
        onApply={() => setError(undefined)}
      />
    </div>
  );
}

function toAppliedText(code: string, lines: readonly DisplayedLine[], pricing: Pricing): string {
  const rejection = findCouponRejection(lines, pricing);
  if (rejection !== null) return `${toRejectionText(code, rejection)} ${t('checkout.withoutCoupon')}`;
  const amount = formatPaise(priceLines(lines, pricing).coupon?.discountPaise ?? 0);
  return t('checkout.couponApplied', { code, amount });
}

function toRejectionText(code: string, rejection: CouponRejection): string {
  switch (rejection.kind) {
    case 'MINIMUM':
      return t('checkout.couponMinimum', { code, missing: formatPaise(rejection.missingPaise) });
    case 'ITEMS':
      return t('checkout.couponNothing', { code });
    case 'FREE_DELIVERY':
      return t('checkout.couponDeliveryFree', { code });
    case 'OFFERS':
      return t('checkout.couponNothingLeft', { code });
  }
}

interface CouponListProps {
  lines: readonly DisplayedLine[];
  pricing: Pricing;
  coupons: readonly ListedCoupon[];
  isDisabled: boolean;
  onApply: () => void;
}

/**
 * The other coupons that the cart can use, the best first, those that it nearly reaches with what is missing, and those
 * that need a verified address. The first one is shown, without a chosen coupon; the rest is behind a summary.
 */
function CouponList({ lines, pricing, coupons, isDisabled, onApply }: CouponListProps) {
  const { user } = useSession();
  const suggestions = suggestCoupons({ ...pricing, lines: lines.map(toPriceCartLine) }, coupons)
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
function VerifyEmailLink() {
  return (
    <Link
      to="/dashboard/profile"
      className="flex min-h-11 w-full items-center text-sm font-semibold underline underline-offset-4"
    >
      {t('account.verifyEmail')}
    </Link>
  );
}
