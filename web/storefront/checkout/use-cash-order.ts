import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CallInput } from '#contract/calls.ts';
import { rupeesOf } from '#contract/rules/money.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api.ts';
import { shopperKey } from '#web/storefront/account/shopper-key.ts';
import { type Cart, refreshCart, settledCart, wantInCart } from '#web/storefront/cart/cart-store.ts';
import { shortLinesOf } from '#web/storefront/cart/short-lines.ts';
import { showToast } from '#web/ui/toast.ts';
import { attemptOf, closeAttempt, type OrderAttempt } from './order-attempt.ts';
import { changesBetween, type OrderChange } from './order-changes.ts';

/** `changed`: the shop has other figures than the shopper saw, and waits for a confirmation. */
export type OrderState =
  | { kind: 'idle' }
  | { kind: 'busy' }
  | { kind: 'placed' }
  | { kind: 'changed'; message: string; changes: readonly OrderChange[] };

// The answers after which it is certain that there is no order under the key.
const changeCodes = new Set<string>(['PRICE_CHANGED', 'CART_CHANGED', 'STOCK_SHORT', 'CART_EMPTY']);

/** Places the cart as an order paid in cash, once however often it is asked (specification section 4). */
export function useCashOrder(userId: string) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [state, setState] = useState<OrderState>({ kind: 'idle' });
  const isBusy = useRef(false);

  /** Does nothing while it is at work: a second tap is the same order. */
  async function once(work: () => Promise<OrderState>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setState({ kind: 'busy' });
    const next = await work();
    isBusy.current = next.kind === 'placed';
    setState(next);
  }

  async function place(addressId: string): Promise<OrderState> {
    // Taps that are still on their way belong to the order.
    const cart = await settledCart();
    return send(attemptOf(userId, inputOf(cart, addressId)), cart);
  }

  async function send(attempt: OrderAttempt, ordered: Cart | null): Promise<OrderState> {
    const outcome = await callApi('placeCashOrder', attempt.input, { idempotencyKey: attempt.key });
    if (!outcome.isOk) return refused(outcome.error, ordered);
    closeAttempt();
    refreshCart();
    void queries.invalidateQueries({ queryKey: [shopperKey, userId, 'orders'] });
    await navigate('/success', { replace: true, state: { text: 'Order' } });
    return { kind: 'placed' };
  }

  async function refused(error: ApiError, ordered: Cart | null): Promise<OrderState> {
    // Without a clear no the order may exist: the key stays, and the next try finds out.
    if (error.isRefusal && error.code !== 'UNAUTHENTICATED' && error.code !== 'TOO_MANY_REQUESTS')
      closeAttempt();
    if (changeCodes.has(error.code)) {
      refreshCart();
      const now = await settledCart();
      if (now.entries.length === 0 || ordered === null) return { kind: 'idle' };
      const changes = changesBetween(ordered.entries, now.entries, shortLinesOf(error));
      return { kind: 'changed', message: error.message, changes };
    }
    showToast('error', error.message);
    if (error.code === 'NOT_FOUND') {
      void queries.invalidateQueries({ queryKey: [shopperKey, userId, 'addresses'] });
    }
    return { kind: 'idle' };
  }

  return {
    state,
    place: (addressId: string) => once(() => place(addressId)),
    /** Asks the shop what became of an order whose answer never came. */
    resume: (attempt: OrderAttempt) => once(() => send(attempt, null)),
    /** Takes what is left of what is short, and orders at the new figures. */
    confirm: (addressId: string, changes: readonly OrderChange[]) =>
      once(async () => {
        const { entries } = await settledCart();
        for (const change of changes) {
          const entry = entries.find(({ product }) => product._id === change.productId);
          if (change.kind === 'short' && entry) wantInCart(entry.product, change.left);
        }
        const cart = await settledCart();
        return cart.entries.length === 0 ? { kind: 'idle' } : place(addressId);
      }),
    dismiss: () => setState({ kind: 'idle' }),
  };
}

function inputOf(cart: Cart, addressId: string): CallInput<'placeCashOrder'> {
  return {
    // In one order, so that the same cart makes the same request whatever order it is shown in.
    list_items: cart.entries
      .map(({ product, quantity }) => ({ productId: product._id, quantity }))
      .sort((a, b) => (a.productId < b.productId ? -1 : 1)),
    addressId,
    subTotalAmt: rupeesOf(cart.subTotalPaise),
    totalAmt: rupeesOf(cart.totalPaise),
  };
}
