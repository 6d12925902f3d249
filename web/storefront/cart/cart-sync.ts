import type { CardProduct } from '#web/storefront/product-card/card-product.ts';
import type { StoredLine } from './cart-line.ts';
import {
  type CartEffect,
  type CartEvent,
  type CartFailure,
  type CartState,
  initialCartState,
  reduceCart,
} from './cart-reducer.ts';

/** Who keeps a cart: the server for shoppers, local storage for guests. Its methods never reject. */
export interface CartBackend {
  list(): Promise<readonly StoredLine[] | CartFailure>;
  /**
   * Brings one product to a quantity (0 removes it) and gives the line as it then is; `stored` is the line as it
   * was last known. With a failure, `line` is what is known in spite of it.
   */
  set(
    product: CardProduct,
    stored: StoredLine | null,
    quantity: number,
  ): Promise<{ line: StoredLine | null; failure: CartFailure | null }>;
}

/** What a shopper is told about. */
export type CartNotification = Extract<CartEffect, { type: 'added' | 'removed' | 'clamped' | 'failed' }>;

interface CartSyncOptions {
  backend: CartBackend;
  /** What is shown until the keeper was read. */
  lines: readonly StoredLine[];
  /** `lines` is all the keeper has, so that nothing has to wait for it. */
  isLoaded: boolean;
  /** Calls back after a while; injected so that tests own the time. */
  wait: (milliseconds: number, done: () => void) => void;
  changed: () => void;
  notify: (news: CartNotification) => void;
}

export interface CartSync {
  getState(): CartState;
  want(product: CardProduct, quantity: number): void;
  /** Reads the cart from its keeper as soon as nothing is under way. */
  refresh(): void;
  /** Sends at once what waits for the end of a pause, such as when the page is left. */
  flush(): void;
  /** From now on answers are ignored. */
  close(): void;
}

// Long enough to gather the taps of a hurried thumb, short enough that nobody waits for it.
const cooldownMs = 200;
const listRetryMs = 10_000;

/** Drives the machine of a cart against its keeper and the time. */
export function createCartSync({
  backend,
  lines,
  isLoaded,
  wait,
  changed,
  notify,
}: CartSyncOptions): CartSync {
  let state = initialCartState(lines, isLoaded);
  let isClosed = false;

  function dispatch(event: CartEvent): void {
    if (isClosed) return;
    const step = reduceCart(state, event);
    state = step.state;
    changed();
    for (const effect of step.effects) perform(effect);
  }

  function perform(effect: CartEffect): void {
    if (effect.type === 'send') void send(effect.product, effect.stored, effect.quantity);
    else if (effect.type === 'list') void list();
    else if (effect.type === 'listLater') wait(listRetryMs, () => dispatch({ type: 'refresh' }));
    else if (effect.type === 'rest') {
      wait(cooldownMs, () => dispatch({ type: 'rested', productId: effect.productId }));
    } else notify(effect);
  }

  async function send(product: CardProduct, stored: StoredLine | null, quantity: number): Promise<void> {
    const answer = await backend.set(product, stored, quantity);
    dispatch({ type: 'answered', productId: product._id, ...answer });
  }

  async function list(): Promise<void> {
    const listed = await backend.list();
    if ('message' in listed) dispatch({ type: 'listFailed', failure: listed });
    else dispatch({ type: 'listed', lines: listed });
  }

  return {
    getState: () => state,
    want: (product, quantity) => dispatch({ type: 'want', product, quantity }),
    refresh: () => dispatch({ type: 'refresh' }),
    flush() {
      for (const [productId, line] of state.lines) {
        if (line.isCoolingDown && line.pending !== null) dispatch({ type: 'rested', productId });
      }
    },
    close() {
      isClosed = true;
    },
  };
}
