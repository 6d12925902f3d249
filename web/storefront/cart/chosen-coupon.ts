import { create } from 'zustand';
import type { Offer } from '#contract/discounts/apply-offers.ts';
import { getSession, subscribeToSession } from '#web/session/session.ts';

const useStore = create<{ coupon: Offer | null }>()(() => ({ coupon: null }));
let ownerId: string | undefined;
let isStarted = false;

/** The coupon that the shopper has chosen for this cart, in cart and checkout; null for none. The server decides. */
export function useChosenCoupon(): Offer | null {
  return useStore(({ coupon }) => coupon);
}

/** Chooses a coupon, or none. It ends with the order, the session, and the page load. */
export function chooseCoupon(coupon: Offer | null): void {
  if (!isStarted) {
    isStarted = true;
    subscribeToSession(() => {
      const userId = getSession().user?._id;
      // A guest who logs in keeps the cart, and the coupon.
      if (ownerId !== undefined && ownerId !== userId) useStore.setState({ coupon: null });
      ownerId = userId;
    });
  }
  ownerId = getSession().user?._id;
  useStore.setState({ coupon });
}
