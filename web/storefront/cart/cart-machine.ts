import { availableQuantity } from '#contract/rules/cart-quantity.ts';
import { productPricePaise } from '#contract/rules/money.ts';
import type { CardProduct } from '#web/storefront/product-card/card-product.ts';
import { type CartEntry, type KeptLine, noticesOf } from './cart-line.ts';

/**
 * How screen and keeper of a cart come to agree: a pure function from state and event to the next state and
 * what is to be done. It knows no network, no timer and no framework (docs/decisions/0060).
 *
 * Each product has what the keeper last said (`kept`) and what the shopper wants (`wanted`). The screen shows
 * the wish. A product has one request under way at most, and a request says the quantity itself, never a
 * difference; so whatever is lost or repeated, the last wish decides.
 */
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

export function stepCart(state: CartState, event: CartEvent): CartStep {
  const draft = new Draft(state);
  switch (event.type) {
    case 'want':
      want(draft, event.product, event.quantity);
      break;
    case 'answered':
      answered(draft, event);
      break;
    case 'rested':
      draft.change(event.productId, { isResting: false });
      pump(draft, event.productId);
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

function want(draft: Draft, product: CardProduct, quantity: number): void {
  const line = draft.lines.get(product._id);
  // What is kept may know of a newer stock than the card that was tapped.
  const stock = (line?.kept?.product ?? product).stock;
  const wanted = Math.max(0, Math.min(quantity, availableQuantity(stock)));
  if (line === undefined)
    draft.lines.set(product._id, {
      product,
      wanted,
      kept: null,
      sent: null,
      isResting: false,
      answeredAt: 0,
    });
  else draft.change(product._id, { wanted });
  if (!draft.isLoaded) draft.isStale = true;
  pump(draft, product._id);
}

/** Asks for what is wanted, unless a request is under way or the pause after one lasts. */
function pump(draft: Draft, productId: string): void {
  const line = draft.lines.get(productId);
  if (!line || !draft.isLoaded || line.sent !== null || line.isResting || line.wanted === null) return;
  const { product, kept, wanted } = line;
  if (wanted === (kept?.quantity ?? 0)) {
    draft.change(productId, { wanted: null });
    return;
  }
  draft.change(productId, { sent: wanted });
  draft.effects.push({ type: 'send', product, kept, quantity: wanted });
}

function answered(draft: Draft, event: Extract<CartEvent, { type: 'answered' }>): void {
  const before = draft.lines.get(event.productId);
  if (before === undefined || before.sent === null) return;
  const { line: kept, failure } = event;
  const isLastWish = before.wanted === before.sent;
  draft.isStale = true;
  draft.change(event.productId, {
    kept,
    product: kept?.product ?? before.product,
    sent: null,
    isResting: true,
    answeredAt: draft.clock,
  });
  draft.effects.push({ type: 'rest', productId: event.productId });
  if (failure !== null) {
    failed(draft, event.productId, before, failure);
    return;
  }
  if (before.kept === null && kept !== null) draft.effects.push({ type: 'added' });
  if (before.kept !== null && kept === null) draft.effects.push({ type: 'removed' });
  if (isLastWish) draft.change(event.productId, { wanted: null });
}

function failed(draft: Draft, productId: string, before: LineState, failure: CartFailure): void {
  const { wanted, sent } = before;
  const { left } = failure;
  if (left !== null && left < (sent ?? 0)) {
    draft.learnStock(productId, left);
    if ((wanted ?? 0) > left) {
      // With nothing left the line stays as it is kept and says so: the shopper decides about it.
      draft.change(productId, { wanted: left === 0 ? null : left });
      draft.effects.push({ type: 'clamped', left });
    }
    return;
  }
  // A newer wish is tried by itself; only the last one is given up.
  if (wanted !== sent) return;
  draft.change(productId, { wanted: null });
  draft.effects.push({ type: 'failed', message: failure.message });
}

function listed(draft: Draft, keptLines: readonly KeptLine[]): void {
  const since = draft.listingSince ?? draft.clock;
  const isFirst = !draft.isLoaded;
  const before = new Map(draft.lines);
  draft.lines.clear();
  for (const kept of keptLines) {
    const known = before.get(kept.product._id);
    draft.lines.set(kept.product._id, known === undefined ? restingLine(kept) : withNews(known, kept));
  }
  for (const [productId, known] of before) {
    if (draft.lines.has(productId)) continue;
    draft.lines.set(productId, withNews(known, null));
  }
  draft.isLoaded = true;
  draft.hasFailed = false;
  draft.listingSince = null;
  for (const productId of [...draft.lines.keys()]) pump(draft, productId);

  /** The list knows nothing of what was asked or answered after it was asked for itself. */
  function withNews(known: LineState, kept: KeptLine | null): LineState {
    if (known.sent !== null || known.answeredAt > since) {
      draft.isStale = true;
      return known;
    }
    const product = kept?.product ?? known.product;
    if (!isFirst || !known.wanted) return { ...known, kept, product };
    // The wish was made upon what was shown while the cart was being read: what came to light is added to it.
    const difference = (kept?.quantity ?? 0) - (known.kept?.quantity ?? 0);
    const wanted = Math.min(known.wanted + difference, availableQuantity(product.stock));
    return { ...known, kept, product, wanted: wanted > 0 ? wanted : null };
  }
}

function listFailed(draft: Draft, failure: CartFailure): void {
  draft.listingSince = null;
  draft.hasFailed = true;
  draft.isStale = true;
  draft.effects.push({ type: 'listLater' });
  if (draft.isLoaded) return;
  const waiting = [...draft.lines].filter(([, line]) => line.wanted !== null);
  for (const [productId] of waiting) draft.change(productId, { wanted: null });
  if (waiting.length > 0) draft.effects.push({ type: 'failed', message: failure.message });
}

function listWhenQuiet(draft: Draft, hasJustFailed: boolean): void {
  if (!draft.isStale || hasJustFailed || draft.listingSince !== null) return;
  if (draft.isLoaded && !isQuiet(draft)) return;
  draft.isStale = false;
  draft.listingSince = draft.clock;
  draft.effects.push({ type: 'list' });
}

function isQuiet({ lines }: Pick<CartState, 'lines'>): boolean {
  return [...lines.values()].every((line) => line.sent === null && line.wanted === null && !line.isResting);
}

function quantityOf(line: LineState): number {
  return line.wanted ?? line.kept?.quantity ?? 0;
}

function restingLine(kept: KeptLine): LineState {
  return { product: kept.product, kept, wanted: null, sent: null, isResting: false, answeredAt: 0 };
}

/** The next state while it is being made; the one before is never touched. */
class Draft {
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
