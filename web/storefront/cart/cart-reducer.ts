import { productPricePaise } from '#contract/rules/money.ts';
import { availableQuantity } from '#contract/rules/stock.ts';
import type { CardProduct } from '#web/storefront/product-card/card-product.ts';
import { type CartEntry, type StoredLine, toCartNotices } from './cart-line.ts';

/**
 * How screen and keeper of a cart come to agree: a pure function from state and event to the next state and
 * what is to be done. It knows no network, no timer and no framework (docs/decisions/0060).
 *
 * Each product has what the keeper last said (`stored`) and what the shopper wants (`pending`). The screen shows
 * the wish. A product has one request under way at most, and a request says the quantity itself, never a
 * difference; so whatever is lost or repeated, the last wish decides.
 */
export function reduceCart(state: CartState, event: CartEvent): CartUpdate {
  const draft = new CartDraft(state);
  switch (event.type) {
    case 'want':
      want(draft, event.product, event.quantity);
      break;
    case 'answered':
      answered(draft, event);
      break;
    case 'rested':
      draft.change(event.productId, { isCoolingDown: false });
      sendPending(draft, event.productId);
      break;
    case 'refresh':
      draft.isStale = true;
      break;
    case 'listed':
      listed(draft, event.lines);
      break;
    case 'listFailed':
      listFailed(draft, event.failure);
      break;
  }
  listWhenQuiet(draft, event.type === 'listFailed');
  return draft.finish();
}

function want(draft: CartDraft, product: CardProduct, quantity: number): void {
  const line = draft.lines.get(product._id);
  // What is kept may know of a newer stock than the card that was tapped.
  const stock = (line?.stored?.product ?? product).stock;
  const pending = Math.max(0, Math.min(quantity, availableQuantity(stock)));
  if (line === undefined)
    draft.lines.set(product._id, {
      product,
      pending,
      stored: null,
      sent: null,
      isCoolingDown: false,
      answeredAt: 0,
    });
  else draft.change(product._id, { pending });
  if (!draft.isLoaded) draft.isStale = true;
  sendPending(draft, product._id);
}

/** Asks for what is wanted, unless a request is under way or the pause after one lasts. */
function sendPending(draft: CartDraft, productId: string): void {
  const line = draft.lines.get(productId);
  if (!line || !draft.isLoaded || line.sent !== null || line.isCoolingDown || line.pending === null) return;
  const { product, stored, pending } = line;
  if (pending === (stored?.quantity ?? 0)) {
    draft.change(productId, { pending: null });
    return;
  }
  draft.change(productId, { sent: pending });
  draft.effects.push({ type: 'send', product, stored, quantity: pending });
}

function answered(draft: CartDraft, event: Extract<CartEvent, { type: 'answered' }>): void {
  const before = draft.lines.get(event.productId);
  if (before === undefined || before.sent === null) return;
  const { line: stored, failure } = event;
  const isLastWish = before.pending === before.sent;
  draft.isStale = true;
  draft.change(event.productId, {
    stored,
    product: stored?.product ?? before.product,
    sent: null,
    isCoolingDown: true,
    answeredAt: draft.clock,
  });
  draft.effects.push({ type: 'rest', productId: event.productId });
  if (failure !== null) {
    failed(draft, event.productId, before, failure);
    return;
  }
  if (before.stored === null && stored !== null) draft.effects.push({ type: 'added' });
  if (before.stored !== null && stored === null) draft.effects.push({ type: 'removed' });
  if (isLastWish) draft.change(event.productId, { pending: null });
}

function failed(draft: CartDraft, productId: string, before: LineState, failure: CartFailure): void {
  const { pending, sent } = before;
  const { left } = failure;
  if (left !== null && left < (sent ?? 0)) {
    draft.learnStock(productId, left);
    if ((pending ?? 0) > left) {
      // With nothing left the line stays as it is kept and says so: the shopper decides about it.
      draft.change(productId, { pending: left === 0 ? null : left });
      draft.effects.push({ type: 'clamped', left });
    }
    return;
  }
  // A newer wish is tried by itself; only the last one is given up.
  if (pending !== sent) return;
  draft.change(productId, { pending: null });
  draft.effects.push({ type: 'failed', message: failure.message });
}

function listed(draft: CartDraft, keptLines: readonly StoredLine[]): void {
  const since = draft.listingSince ?? draft.clock;
  const isFirst = !draft.isLoaded;
  const before = new Map(draft.lines);
  draft.lines.clear();
  for (const stored of keptLines) {
    const known = before.get(stored.product._id);
    draft.lines.set(stored.product._id, known === undefined ? idleLine(stored) : withNews(known, stored));
  }
  for (const [productId, known] of before) {
    if (draft.lines.has(productId)) continue;
    draft.lines.set(productId, withNews(known, null));
  }
  draft.isLoaded = true;
  draft.hasFailed = false;
  draft.listingSince = null;
  for (const productId of [...draft.lines.keys()]) sendPending(draft, productId);

  /** The list knows nothing of what was asked or answered after it was asked for itself. */
  function withNews(known: LineState, stored: StoredLine | null): LineState {
    if (known.sent !== null || known.answeredAt > since) {
      draft.isStale = true;
      return known;
    }
    const product = stored?.product ?? known.product;
    if (!isFirst || !known.pending) return { ...known, stored, product };
    // The wish was made upon what was shown while the cart was being read: what came to light is added to it.
    const difference = (stored?.quantity ?? 0) - (known.stored?.quantity ?? 0);
    const pending = Math.min(known.pending + difference, availableQuantity(product.stock));
    return { ...known, stored, product, pending: pending > 0 ? pending : null };
  }
}

function listFailed(draft: CartDraft, failure: CartFailure): void {
  draft.listingSince = null;
  draft.hasFailed = true;
  draft.isStale = true;
  draft.effects.push({ type: 'listLater' });
  if (draft.isLoaded) return;
  const waiting = [...draft.lines].filter(([, line]) => line.pending !== null);
  for (const [productId] of waiting) draft.change(productId, { pending: null });
  if (waiting.length > 0) draft.effects.push({ type: 'failed', message: failure.message });
}

function listWhenQuiet(draft: CartDraft, hasJustFailed: boolean): void {
  if (!draft.isStale || hasJustFailed || draft.listingSince !== null) return;
  if (draft.isLoaded && !isIdle(draft)) return;
  draft.isStale = false;
  draft.listingSince = draft.clock;
  draft.effects.push({ type: 'list' });
}

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

interface LineState {
  product: CardProduct;
  stored: StoredLine | null;
  /** Null when the shopper wants what is kept. */
  pending: number | null;
  /** What the request under way asks for. */
  sent: number | null;
  /** The pause after an answer, in which taps are gathered. */
  isCoolingDown: boolean;
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
  | { type: 'answered'; productId: string; line: StoredLine | null; failure: CartFailure | null }
  | { type: 'rested'; productId: string }
  | { type: 'refresh' }
  | { type: 'listed'; lines: readonly StoredLine[] }
  | { type: 'listFailed'; failure: CartFailure };

export type CartEffect =
  | { type: 'send'; product: CardProduct; stored: StoredLine | null; quantity: number }
  | { type: 'rest'; productId: string }
  | { type: 'list' }
  | { type: 'listLater' }
  | { type: 'added' }
  | { type: 'removed' }
  | { type: 'clamped'; left: number }
  | { type: 'failed'; message: string };

interface CartUpdate {
  state: CartState;
  effects: readonly CartEffect[];
}

/** A cart before its keeper was read: `lines` is what may be shown until then. */
export function initialCartState(lines: readonly StoredLine[], isLoaded: boolean): CartState {
  return {
    lines: new Map(lines.map((line) => [line.product._id, idleLine(line)])),
    isLoaded,
    hasFailed: false,
    listingSince: null,
    isStale: false,
    clock: 0,
  };
}

/** What the screen shows: the wish where there is one, what is kept elsewhere. */
export function toCartEntries(state: CartState): CartEntry[] {
  const entries: CartEntry[] = [];
  for (const line of state.lines.values()) {
    const quantity = quantityOf(line);
    if (quantity === 0) continue;
    const seenPricePaise = line.stored?.seenPricePaise ?? productPricePaise(line.product);
    entries.push({
      product: line.product,
      quantity,
      notices: toCartNotices(line.product, quantity, seenPricePaise),
    });
  }
  return entries;
}

export function isSettled(state: CartState): boolean {
  return state.listingSince === null && isIdle(state) && !state.isStale;
}

/** No request is under way and no wish is open. */
function isIdle({ lines }: Pick<CartState, 'lines'>): boolean {
  return [...lines.values()].every(
    (line) => line.sent === null && line.pending === null && !line.isCoolingDown,
  );
}

function quantityOf(line: LineState): number {
  return line.pending ?? line.stored?.quantity ?? 0;
}

function idleLine(stored: StoredLine): LineState {
  return { product: stored.product, stored, pending: null, sent: null, isCoolingDown: false, answeredAt: 0 };
}

/** The next state while it is being made; the one before is never touched. */
class CartDraft {
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
    this.change(productId, { product, stored: line.stored && { ...line.stored, product } });
  }

  finish(): CartUpdate {
    const { effects, lines, clock, isLoaded, hasFailed, listingSince, isStale } = this;
    for (const [productId, line] of lines) {
      const isNothing =
        line.stored === null && line.pending === null && line.sent === null && !line.isCoolingDown;
      // A removed line is remembered until no list can come any more that was asked for while it was there.
      const isForgettable = listingSince === null || line.answeredAt <= listingSince;
      if (isNothing && isForgettable) lines.delete(productId);
    }
    return { state: { lines, clock, isLoaded, hasFailed, listingSince, isStale }, effects };
  }
}
