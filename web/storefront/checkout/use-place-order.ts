import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { EndpointInput } from '#contract/api.ts';
import { toRupees } from '#contract/rules/money.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { addressesKey, ordersKey } from '#web/storefront/account/shopper-queries.ts';
import { toShortLines } from '#web/storefront/cart/cart-line.ts';
import { type Cart, refreshCart, setCartQuantity, whenCartSettled } from '#web/storefront/cart/cart-store.ts';
import { dismissToast, showToast } from '#web/ui/toast.ts';
import { clearAttempt, type OrderAttempt, type OrderCall, openAttempt } from './order-attempt.ts';
import { compareWithCart, type OrderChange } from './order-changes.ts';

/**
 * `changed`: the shop has other figures than the shopper saw, and waits for a confirmation. `refused`: a payment by
 * card could not begin. `placed`: the page is being left, for the thanks or for the page of the payment.
 */
export type PlaceOrderState =
  | { kind: 'idle' }
  | { kind: 'busy'; call: OrderCall }
  | { kind: 'placed'; call: OrderCall }
  | { kind: 'refused'; message: string }
  | { kind: 'changed'; call: OrderCall; message: string; changes: readonly OrderChange[] };

// The answers after which it is certain that there is no order under the key.
const changeCodes = new Set<string>(['PRICE_CHANGED', 'CART_CHANGED', 'STOCK_SHORT', 'CART_EMPTY']);
const loadingToast = 'card-checkout';

/**
 * Places the cart as an order, paid in cash or by card, once however often it is asked (specification section 4).
 * By card it ends on the page of the payment provider.
 */
export function usePlaceOrder(userId: string) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [state, setState] = useState<PlaceOrderState>({ kind: 'idle' });
  const isBusy = useRef(false);

  // The back button may bring this page from the browser's memory, as it was when it was left for the payment.
  useEffect(() => {
    function shown(event: PageTransitionEvent) {
      if (!event.persisted) return;
      isBusy.current = false;
      dismissToast(loadingToast);
      setState({ kind: 'idle' });
      refreshCart();
    }
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);

  /** Does nothing while it is at work: a second tap is the same order. */
  async function once(call: OrderCall, work: () => Promise<PlaceOrderState>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setState({ kind: 'busy', call });
    if (call === 'checkoutOrder') showToast('loading', 'Loading...', { id: loadingToast });
    const next = await work();
    isBusy.current = next.kind === 'placed';
    if (next.kind !== 'placed') dismissToast(loadingToast);
    setState(next);
  }

  async function place(call: OrderCall, addressId: string): Promise<PlaceOrderState> {
    // Taps that are still on their way belong to the order.
    const cart = await whenCartSettled();
    return send(openAttempt(userId, call, toOrderInput(cart, addressId)), cart);
  }

  function send(attempt: OrderAttempt, ordered: Cart | null): Promise<PlaceOrderState> {
    return attempt.call === 'placeCashOrder' ? sendCash(attempt, ordered) : sendCard(attempt, ordered);
  }

  async function sendCash(attempt: OrderAttempt, ordered: Cart | null): Promise<PlaceOrderState> {
    const outcome = await callApi('placeCashOrder', attempt.input, { idempotencyKey: attempt.key });
    if (!outcome.isOk) return refused(attempt, outcome.error, ordered);
    clearAttempt();
    refreshCart();
    readOrdersAgain();
    await navigate('/success', { replace: true, state: { text: 'Order' } });
    return { kind: 'placed', call: attempt.call };
  }

  async function sendCard(attempt: OrderAttempt, ordered: Cart | null): Promise<PlaceOrderState> {
    const outcome = await callApi('checkoutOrder', attempt.input, { idempotencyKey: attempt.key });
    if (outcome.isOk) {
      clearAttempt();
      window.location.assign(outcome.answer.data.url);
      return { kind: 'placed', call: attempt.call };
    }
    if (outcome.error.code !== 'PAYMENT_OVER' || ordered === null)
      return refused(attempt, outcome.error, ordered);
    // An earlier try under this key has ended, and its pieces are in the cart again: this is a new order.
    clearAttempt();
    return sendCard(openAttempt(userId, attempt.call, attempt.input), null);
  }

  async function refused(
    { call }: OrderAttempt,
    error: ApiError,
    ordered: Cart | null,
  ): Promise<PlaceOrderState> {
    // Without a clear no the order may exist: the key stays, and the next try finds out.
    if (error.isRejected && error.code !== 'UNAUTHENTICATED' && error.code !== 'TOO_MANY_REQUESTS')
      clearAttempt();
    if (changeCodes.has(error.code)) {
      refreshCart();
      const now = await whenCartSettled();
      if (now.entries.length === 0 || ordered === null) return { kind: 'idle' };
      const changes = compareWithCart(ordered.entries, now.entries, toShortLines(error));
      return { kind: 'changed', call, message: error.message, changes };
    }
    if (error.code === 'NOT_FOUND') {
      void queries.invalidateQueries({ queryKey: addressesKey(userId) });
    }
    if (call === 'checkoutOrder') {
      // What was held for the payment may be back in it.
      refreshCart();
      return { kind: 'refused', message: error.message };
    }
    showToast('error', error.message);
    return { kind: 'idle' };
  }

  function readOrdersAgain() {
    void queries.invalidateQueries({ queryKey: ordersKey(userId) });
  }

  return {
    state,
    place: (call: OrderCall, addressId: string) => once(call, () => place(call, addressId)),
    /** Asks the shop what became of an order whose answer never came. */
    resume: (attempt: OrderAttempt) => once(attempt.call, () => send(attempt, null)),
    /** Takes what is left of what is short, and orders at the new figures. */
    confirm: (call: OrderCall, addressId: string, changes: readonly OrderChange[]) =>
      once(call, async () => {
        const { entries } = await whenCartSettled();
        for (const change of changes) {
          const entry = entries.find(({ product }) => product._id === change.productId);
          if (change.kind === 'short' && entry) setCartQuantity(entry.product, change.left);
        }
        const cart = await whenCartSettled();
        return cart.entries.length === 0 ? { kind: 'idle' } : place(call, addressId);
      }),
    dismiss: () => setState({ kind: 'idle' }),
  };
}

function toOrderInput(cart: Cart, addressId: string): EndpointInput<'placeCashOrder'> {
  return {
    // In one order, so that the same cart makes the same request whatever order it is shown in.
    list_items: cart.entries
      .map(({ product, quantity }) => ({ productId: product._id, quantity }))
      .sort((a, b) => (a.productId < b.productId ? -1 : 1)),
    addressId,
    subTotalAmt: toRupees(cart.subTotalPaise),
    totalAmt: toRupees(cart.totalPaise),
  };
}
