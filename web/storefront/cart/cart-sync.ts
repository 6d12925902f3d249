import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import type { ProductCardData } from '#web/storefront/product-card-data.ts';
import { t } from '#web/texts/t.ts';
import { type StoredLine, toShortLines, toStoredLine } from './cart-line.ts';
import {
  type CartBackend,
  type CartEffect,
  type CartEvent,
  type CartFailure,
  type CartState,
  initialCartState,
  reduceCart,
  type UnsavedLine,
} from './cart-reducer.ts';
import { mergeGuestCarts } from './guest-cart.ts';

/** The effects that are shown to the shopper. */
export type CartNotification = Extract<
  CartEffect,
  { type: 'added' | 'removed' | 'limitedToStock' | 'failed' }
>;

interface CartSyncOptions {
  backend: CartBackend;
  /** Rendered until the cart has been loaded. */
  initialLines: readonly StoredLine[];
  /** `initialLines` is the whole cart, so changes are saved without loading it first. */
  isLoaded: boolean;
  /** Injected, so that tests control the time. */
  wait: (milliseconds: number, done: () => void) => void;
  onChange: () => void;
  notify: (notification: CartNotification) => void;
}

export interface CartSync {
  getState(): CartState;
  setQuantity(product: ProductCardData, quantity: number): void;
  /** Adds what an earlier visit or another tab could not save. */
  restore(lines: readonly UnsavedLine[]): void;
  /** Reads the cart from its backend as soon as nothing is under way. */
  refresh(): void;
  /** Sends pending quantities without waiting for their cooldown, for example when the page is left. */
  flush(): void;
  /** Ignores all later responses. */
  close(): void;
}

// Long enough to gather fast taps into one request, too short to be noticed.
const cooldownMs = 200;
const listRetryMs = 10_000;

/** Runs the cart reducer against a backend and timers. */
export function createCartSync({
  backend,
  initialLines,
  isLoaded,
  wait,
  onChange,
  notify,
}: CartSyncOptions): CartSync {
  let state = initialCartState(initialLines, isLoaded);
  let isClosed = false;

  function dispatch(event: CartEvent): void {
    if (isClosed) return;
    const update = reduceCart(state, event);
    state = update.state;
    onChange();
    for (const effect of update.effects) perform(effect);
  }

  function perform(effect: CartEffect): void {
    if (effect.type === 'send') void send(effect.product, effect.stored, effect.quantity);
    else if (effect.type === 'list') void list();
    else if (effect.type === 'listLater') wait(listRetryMs, () => dispatch({ type: 'refresh' }));
    else if (effect.type === 'coolDown') {
      wait(cooldownMs, () => dispatch({ type: 'cooledDown', productId: effect.productId }));
    } else notify(effect);
  }

  async function send(product: ProductCardData, stored: StoredLine | null, quantity: number): Promise<void> {
    const result = await backend.set(product, stored, quantity);
    dispatch({ type: 'saved', productId: product._id, ...result });
  }

  async function list(): Promise<void> {
    const result = await backend.list();
    if ('message' in result) dispatch({ type: 'listFailed', failure: result });
    else dispatch({ type: 'listed', lines: result });
  }

  return {
    getState: () => state,
    setQuantity: (product, quantity) => dispatch({ type: 'setQuantity', product, quantity }),
    restore: (lines) => dispatch({ type: 'restore', lines }),
    refresh: () => dispatch({ type: 'refresh' }),
    flush() {
      for (const [productId, line] of state.lines) {
        if (line.isCoolingDown && line.pending !== null) dispatch({ type: 'cooledDown', productId });
      }
    },
    close() {
      isClosed = true;
    },
  };
}

type SetResult = Awaited<ReturnType<CartBackend['set']>>;

/** The cart of a signed-in shopper on the server. Pending guest carts are merged before it is listed. */
export function serverCart(onChange: () => void): CartBackend {
  return {
    async list() {
      const merged = await mergeGuestCarts();
      if (merged !== null) return merged.map(toStoredLine);
      const outcome = await callApi('listCartLines', {});
      return outcome.isOk ? outcome.response.data.map(toStoredLine) : toCartFailure(outcome.error);
    },
    async set(product, stored, quantity) {
      const result = quantity === 0 ? await remove(stored) : await upsertLine(product._id, stored, quantity);
      if (result.failure === null) onChange();
      return result;
    },
  };
}

// A tap must not be lost when the shopper closes the page right after it.
const keepalive = { keepalive: true };

async function remove(stored: StoredLine | null): Promise<SetResult> {
  if (stored === null) return { line: null, failure: null };
  const outcome = await callApi('deleteCartLine', { _id: stored.lineId }, keepalive);
  // NOT_FOUND: another tab or device has removed it already.
  if (outcome.isOk || outcome.error.code === 'NOT_FOUND') return { line: null, failure: null };
  return { line: stored, failure: toCartFailure(outcome.error) };
}

async function upsertLine(
  productId: string,
  stored: StoredLine | null,
  quantity: number,
): Promise<SetResult> {
  if (stored !== null) {
    const updated = await update(stored, quantity);
    // Removed elsewhere, but the shopper has just changed its quantity: add it again.
    return updated === 'gone' ? upsertLine(productId, null, quantity) : updated;
  }
  const created = await callApi('createCartLine', { productId }, keepalive);
  if (!created.isOk) return { line: null, failure: toCartFailure(created.error) };
  const line = toStoredLine(created.response.data);
  if (line.quantity === quantity) return { line, failure: null };
  const updated = await update(line, quantity);
  if (updated !== 'gone') return updated;
  return {
    line: null,
    failure: { message: t('cart.removedElsewhere'), remainingStock: null },
  };
}

async function update(line: StoredLine, quantity: number): Promise<SetResult | 'gone'> {
  const outcome = await callApi('updateCartQuantity', { _id: line.lineId, qty: quantity }, keepalive);
  if (outcome.isOk) return { line: toStoredLine(outcome.response.data), failure: null };
  if (outcome.error.code === 'NOT_FOUND') return 'gone';
  return { line, failure: toCartFailure(outcome.error) };
}

function toCartFailure(error: ApiError): CartFailure {
  const isOffline = error.code === 'OFFLINE' || error.code === 'TIMEOUT';
  const remainingStock = toShortLines(error)[0]?.left ?? null;
  const failure = { message: error.message, remainingStock, isOffline };
  return error.code === 'MAXIMUM_PER_ORDER' ? { ...failure, isMaximumPerOrder: true } : failure;
}
