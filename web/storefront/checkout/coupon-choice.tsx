import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formatPaise } from '#contract/base/money.ts';
import type { CouponRejection } from '#contract/discounts/apply-offers.ts';
import { callApi } from '#web/api/client.ts';
import type { DisplayedLine } from '#web/storefront/cart/cart-line.ts';
import { findCouponRejection, type Pricing, priceLines } from '#web/storefront/cart/pricing.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { chooseCoupon } from './chosen-coupon.ts';
import { CouponList, VerifyEmailLink } from './coupon-list.tsx';

interface CouponChoiceProps {
  lines: readonly DisplayedLine[];
  pricing: Pricing;
  isDisabled?: boolean;
  /** The last order was refused, perhaps because of the coupon. */
  mustReadAgain?: boolean;
  /** Takes a code, too, and asks the server about a coupon that was chosen in the cart. */
  isCheckout?: boolean;
}

/** Shows the chosen coupon and what it gives, and the coupons that the cart can use or nearly use. */
export function CouponChoice(props: CouponChoiceProps) {
  const { lines, pricing, isDisabled = false, mustReadAgain = false, isCheckout = false } = props;
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
