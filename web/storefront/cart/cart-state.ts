import { productPricePaise } from '#contract/rules/money.ts';
import type { CardProduct } from '#web/storefront/product-card/card-product.ts';
import { type CartEntry, type KeptLine, noticesOf } from './cart-line.ts';

/** What screen and keeper of a cart know of each other; `cart-machine.ts` says how it changes. */
export interface CartState {
  /** In the order of the screen. */
  lines: ReadonlyMap<string, LineState>;
  /** The keeper has been read; before that, wishes wait. */
  isLoaded: boolean;
  /** The last attempt to read the keeper failed. */
  hasFailed: boolean;
  /** The moment on `clock` when the list under way was asked for; null when none is. */
  listingSince: number | null;
  /** The list has to be read again once everything has come to rest. */
  isStale: boolean;
  /** Counts events, to tell what came before what. */
  clock: number;
}

export interface LineState {
  product: CardProduct;
  kept: KeptLine | null;
  /** Null when the shopper wants what is kept. */
  wanted: number | null;
  /** What the request under way asks for. */
  sent: number | null;
  /** The pause after an answer, in which taps are gathered. */
  isResting: boolean;
  /** When the last answer came, on `clock`. */
  answeredAt: number;
}

export interface CartFailure {
  message: string;
  /** How many pieces are left, when that is why. */
  left: number | null;
}

export type CartEvent =
  | { type: 'want'; product: CardProduct; quantity: number }
  | { type: 'answered'; productId: string; line: KeptLine | null; failure: CartFailure | null }
  | { type: 'rested'; productId: string }
  | { type: 'refresh' }
  | { type: 'listed'; lines: readonly KeptLine[] }
  | { type: 'listFailed'; failure: CartFailure };

export type CartEffect =
  | { type: 'send'; product: CardProduct; kept: KeptLine | null; quantity: number }
  | { type: 'rest'; productId: string }
  | { type: 'list' }
  | { type: 'listLater' }
  | { type: 'added' }
  | { type: 'removed' }
  | { type: 'clamped'; left: number }
  | { type: 'failed'; message: string };

export interface CartStep {
  state: CartState;
  effects: readonly CartEffect[];
}

/** A cart before its keeper was read: `lines` is what may be shown until then. */
export function openedCart(lines: readonly KeptLine[], isLoaded: boolean): CartState {
  return {
    lines: new Map(lines.map((line) => [line.product._id, restingLine(line)])),
    isLoaded,
    hasFailed: false,
    listingSince: null,
    isStale: false,
    clock: 0,
  };
}

/** What the screen shows: the wish where there is one, what is kept elsewhere. */
export function entriesOf(state: CartState): CartEntry[] {
  const entries: CartEntry[] = [];
  for (const line of state.lines.values()) {
    const quantity = quantityOf(line);
    if (quantity === 0) continue;
    const seenPricePaise = line.kept?.seenPricePaise ?? productPricePaise(line.product);
    entries.push({
      product: line.product,
      quantity,
      notices: noticesOf(line.product, quantity, seenPricePaise),
    });
  }
  return entries;
}

export function isSettled(state: CartState): boolean {
  return state.listingSince === null && isQuiet(state) && !state.isStale;
}

/** No request is under way and no wish is open. */
export function isQuiet({ lines }: Pick<CartState, 'lines'>): boolean {
  return [...lines.values()].every((line) => line.sent === null && line.wanted === null && !line.isResting);
}

function quantityOf(line: LineState): number {
  return line.wanted ?? line.kept?.quantity ?? 0;
}

export function restingLine(kept: KeptLine): LineState {
  return { product: kept.product, kept, wanted: null, sent: null, isResting: false, answeredAt: 0 };
}

/** The next state while it is being made; the one before is never touched. */
export class CartDraft {
  readonly effects: CartEffect[] = [];
  readonly lines: Map<string, LineState>;
  readonly clock: number;
  isLoaded: boolean;
  hasFailed: boolean;
  listingSince: number | null;
  isStale: boolean;

  constructor(state: CartState) {
    this.lines = new Map(state.lines);
    this.clock = state.clock + 1;
    this.isLoaded = state.isLoaded;
    this.hasFailed = state.hasFailed;
    this.listingSince = state.listingSince;
    this.isStale = state.isStale;
  }

  change(productId: string, changes: Partial<LineState>): void {
    const line = this.lines.get(productId);
    if (line !== undefined) this.lines.set(productId, { ...line, ...changes });
  }

  learnStock(productId: string, stock: number): void {
    const line = this.lines.get(productId);
    if (line === undefined) return;
    const product = { ...line.product, stock };
    this.change(productId, { product, kept: line.kept && { ...line.kept, product } });
  }

  finish(): CartStep {
    const { effects, lines, clock, isLoaded, hasFailed, listingSince, isStale } = this;
    for (const [productId, line] of lines) {
      const isNothing = line.kept === null && line.wanted === null && line.sent === null && !line.isResting;
      // A removed line is remembered until no list can come any more that was asked for while it was there.
      const isForgettable = listingSince === null || line.answeredAt <= listingSince;
      if (isNothing && isForgettable) lines.delete(productId);
    }
    return { state: { lines, clock, isLoaded, hasFailed, listingSince, isStale }, effects };
  }
}
