import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { type BillLine, toShownBill, toTotalPaise } from '#contract/rules/money/bill.ts';
import { formatPaise, toPaise } from '#contract/rules/money/money.ts';
import type { Offer } from '#contract/rules/money/offers.ts';
import { callApi } from '#web/api/client.ts';
import * as offerPricing from '#web/storefront/cart/offer-pricing.ts';
import type { ChosenCoupon } from '#web/storefront/cart/pricing.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';

interface CouponChoiceProps {
  coupon: Offer | null;
  bill: readonly BillLine[];
  isDisabled: boolean;
  /** The last order was refused, perhaps because of the coupon. */
  isRefused: boolean;
  onChange: (coupon?: ChosenCoupon) => void;
}

/** Takes the code of a coupon, and shows what the coupon gives. */
export default function CouponChoice(props: CouponChoiceProps) {
  const { coupon, bill, isDisabled, isRefused, onChange } = props;
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isChecking, setIsChecking] = useState(false);

  async function check(entered: string): Promise<void> {
    setIsChecking(true);
    const outcome = await callApi('checkCoupon', { code: entered });
    setIsChecking(false);
    setError(outcome.isOk ? undefined : outcome.error.issueAt('code') || outcome.error.message);
    if (outcome.isOk) {
      setCode('');
      onChange({ coupon: outcome.response.data, offerPricing });
    } else if (coupon !== null && outcome.error.isClientError) onChange();
  }

  const checkAgain = useEffectEvent(() => {
    if (coupon !== null) void check(coupon.name);
  });
  useEffect(() => {
    if (isRefused) checkAgain();
  }, [isRefused]);

  if (coupon !== null) {
    const { itemsPaise, discounts } = toShownBill(bill);
    const own = discounts.filter(({ kind, name }) => kind !== 'OFFER' && name === coupon.name);
    const discountPaise = -toTotalPaise(own);
    const missingPaise = toPaise(coupon.minimumAmt) - itemsPaise;
    return (
      <div className="flex min-h-12 items-center gap-3 rounded-lg border border-line bg-surface px-4 py-1 text-sm">
        <p className="min-w-0 flex-1 font-semibold wrap-anywhere tabular-nums" role="status">
          {discountPaise > 0
            ? t('checkout.couponApplied', { code: coupon.name, amount: formatPaise(discountPaise) })
            : missingPaise > 0
              ? t('checkout.couponMinimum', { code: coupon.name, missing: formatPaise(missingPaise) })
              : t('checkout.couponNothing', { code: coupon.name })}
        </p>
        <Button
          variant="quiet"
          disabled={isDisabled}
          aria-label={t('checkout.removeCoupon', { code: coupon.name })}
          onClick={() => onChange()}
        >
          {t('checkout.remove')}
        </Button>
      </div>
    );
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.trim() !== '' && !isChecking) void check(code);
  }
  return (
    <form noValidate onSubmit={submit} className="flex items-start gap-2">
      <Field
        label={t('checkout.couponCode')}
        className="min-w-0 flex-1"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={code}
        error={error}
        disabled={isDisabled}
        onChange={({ target }) => {
          setCode(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="secondary" className="mt-6" isBusy={isChecking} disabled={isDisabled}>
        {t('checkout.apply')}
      </Button>
    </form>
  );
}
