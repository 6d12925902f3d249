import type { ProductCardData } from '#web/storefront/product-card-data.ts';
import type { StoredLine } from './cart-line.ts';
import {
  type CartEffect,
  type CartEvent,
  type CartFailure,
  type CartState,
  initialCartState,
  reduceCart,
  type SavedLine,
} from './cart-reducer.ts';

/** Where a cart is stored: on the server for shoppers, in local storage for guests. Its methods never reject. */
export interface CartBackend {
  list(): Promise<readonly StoredLine[] | CartFailure>;
  /**
   * Sets the quantity of one product (0 removes it) and returns the resulting line; `stored` is the line as last
   * known. With a failure, `line` is the line as it is in spite of it.
   */
  set(
    product: ProductCardData,
    stored: StoredLine | null,
    quantity: number,
  ): Promise<{ line: StoredLine | null; failure: CartFailure | null }>;
}

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
  restore(lines: readonly SavedLine[]): void;
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
