import { productPricePaise } from '#contract/base/money.ts';
import { availableQuantity } from '#contract/inventory/stock.ts';
import type { ProductCardData } from '#web/storefront/product-card-data.ts';
import { type DisplayedLine, type StoredLine, toCartNotices } from './cart-line.ts';

export interface CartState {
  /** By product id, in display order. */
  lines: ReadonlyMap<string, LineState>;
  /** The backend was read; until then, pending quantities are not sent. */
  isLoaded: boolean;
  /** The last attempt to read the backend failed. */
  hasFailed: boolean;
  /** The backend could not be reached; until the next list, pending quantities are not sent, but stay. */
  isOffline: boolean;
  /** `clock` when the list request under way was sent; null when there is none. */
  listingSince: number | null;
  /** The list has to be read again once no line is pending. */
  isStale: boolean;
  /** Counts events, to order them. */
  clock: number;
}

/** Server state and pending quantity of one product. The UI renders the pending quantity if there is one. */
interface LineState {
  product: ProductCardData;
  stored: StoredLine | null;
  /** Null when it equals the stored quantity. */
  pending: number | null;
  /** The quantity of the request under way. */
  sent: number | null;
  /** The pause after a response, in which further taps are gathered into one request. */
  isCoolingDown: boolean;
  /** `clock` of the last response. */
  savedAt: number;
}

export interface CartFailure {
  message: string;
  /** What is left, when too little stock is the reason or `isMaximumPerOrder`. */
  remainingStock: number | null;
  /** `remainingStock` is the maximum of an order. */
  isMaximumPerOrder?: true;
  /** There was no answer: the same request may succeed later. */
  isOffline?: boolean;
}

/** A line as this browser stores it between visits. */
export type UnsavedLine = Pick<LineState, 'product' | 'stored' | 'pending'>;

export type CartEvent =
  | { type: 'setQuantity'; product: ProductCardData; quantity: number }
  | { type: 'saved'; productId: string; line: StoredLine | null; failure: CartFailure | null }
  | { type: 'cooledDown'; productId: string }
  /** The lines of an earlier visit, or of another tab. */
  | { type: 'restore'; lines: readonly UnsavedLine[] }
  | { type: 'refresh' }
  | { type: 'listed'; lines: readonly StoredLine[] }
  | { type: 'listFailed'; failure: CartFailure };

export type CartEffect =
  | { type: 'send'; product: ProductCardData; stored: StoredLine | null; quantity: number }
  | { type: 'coolDown'; productId: string }
  | { type: 'list' }
  | { type: 'listLater' }
  | { type: 'added' }
  | { type: 'removed' }
  | { type: 'limitedToStock'; remainingStock: number; isMaximumPerOrder?: true }
  | { type: 'failed'; message: string };

interface CartUpdate {
  state: CartState;
  effects: readonly CartEffect[];
}

/** A cart before its backend was read; `lines` is rendered until then. */
export function initialCartState(lines: readonly StoredLine[], isLoaded: boolean): CartState {
  return {
    lines: new Map(lines.map((line) => [line.product._id, idleLine(line.product, line)])),
    isLoaded,
    hasFailed: false,
    isOffline: false,
    listingSince: null,
    isStale: false,
    clock: 0,
  };
}

export function toDisplayedLines(state: CartState): DisplayedLine[] {
  const lines: DisplayedLine[] = [];
  for (const { product, stored, pending } of state.lines.values()) {
    const quantity = pending ?? stored?.quantity ?? 0;
    if (quantity === 0) continue;
    const seenPricePaise = stored?.seenPricePaise ?? productPricePaise(product);
    lines.push({ product, quantity, notices: toCartNotices(product, quantity, seenPricePaise) });
  }
  return lines;
}

/** Nothing is pending, under way or stale: the backend has what the UI renders. */
export function isSynced(state: CartState): boolean {
  return state.listingSince === null && isIdle(state) && !state.isStale;
}

/**
 * Pure function from state and event to the next state and the effects to run; it uses no network, timer or
 * framework. Each product has at most one request under way, and a request carries the absolute quantity, never a
 * difference; so lost and repeated requests do no harm, and the last tap decides.
 */
export function reduceCart(state: CartState, event: CartEvent): CartUpdate {
  const draft = new CartDraft(state);
  switch (event.type) {
    case 'setQuantity':
      setQuantity(draft, event.product, event.quantity);
      break;
    case 'saved':
      saved(draft, event);
      break;
    case 'cooledDown':
      draft.change(event.productId, { isCoolingDown: false });
      sendPending(draft, event.productId);
      break;
    case 'restore':
      restore(draft, event.lines);
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
  // Without a connection each further tap would fail, too.
  const waits = event.type === 'listFailed' || (draft.isOffline && event.type !== 'refresh');
  if (!waits) listWhenIdle(draft);
  return draft.finish();
}

function setQuantity(draft: CartDraft, product: ProductCardData, quantity: number): void {
  const line = draft.lines.get(product._id);
  // The stored line may have a newer stock than the card that was tapped.
  const limited = line?.stored?.product ?? product;
  const pending = Math.max(0, Math.min(quantity, availableQuantity(limited)));
  draft.lines.set(product._id, { ...(line ?? idleLine(product, null)), pending });
  if (!draft.isLoaded) draft.isStale = true;
  sendPending(draft, product._id);
}

/** Sends the pending quantity, unless a request is under way or cooling down. */
function sendPending(draft: CartDraft, productId: string): void {
  const line = draft.lines.get(productId);
  if (
    !line ||
    !draft.isLoaded ||
    draft.isOffline ||
    line.sent !== null ||
    line.isCoolingDown ||
    line.pending === null
  )
    return;
  const { product, stored, pending } = line;
  if (pending === (stored?.quantity ?? 0)) {
    draft.change(productId, { pending: null });
    return;
  }
  draft.change(productId, { sent: pending });
  draft.effects.push({ type: 'send', product, stored, quantity: pending });
}

function saved(draft: CartDraft, event: Extract<CartEvent, { type: 'saved' }>): void {
  const { productId, line: stored, failure } = event;
  const before = draft.lines.get(productId);
  if (before === undefined || before.sent === null) return;
  draft.isStale = true;
  if (failure?.isOffline) {
    draft.change(productId, { stored, sent: null, savedAt: draft.clock });
    goOffline(draft);
    return;
  }
  draft.change(productId, {
    stored,
    product: stored?.product ?? before.product,
    sent: null,
    isCoolingDown: true,
    savedAt: draft.clock,
  });
  draft.effects.push({ type: 'coolDown', productId });
  if (failure !== null) {
    saveFailed(draft, productId, before, failure);
    return;
  }
  if (before.stored === null && stored !== null) draft.effects.push({ type: 'added' });
  if (before.stored !== null && stored === null) draft.effects.push({ type: 'removed' });
  if (before.pending === before.sent) draft.change(productId, { pending: null });
}

function saveFailed(draft: CartDraft, productId: string, before: LineState, failure: CartFailure): void {
  const { pending, sent } = before;
  const { remainingStock, isMaximumPerOrder } = failure;
  if (remainingStock !== null && remainingStock < (sent ?? 0)) {
    draft.limit(productId, isMaximumPerOrder ? { maximum: remainingStock } : { stock: remainingStock });
    if ((pending ?? 0) > remainingStock) {
      // With no stock left the line keeps its stored quantity and a notice; the shopper removes it.
      draft.change(productId, { pending: remainingStock === 0 ? null : remainingStock });
      draft.effects.push({
        type: 'limitedToStock',
        remainingStock,
        ...(isMaximumPerOrder && { isMaximumPerOrder }),
      });
    }
    return;
  }
  // A newer quantity is sent after the cooldown; only the last one is given up and reported.
  if (pending !== sent) return;
  draft.change(productId, { pending: null });
  draft.effects.push({ type: 'failed', message: failure.message });
}

function listed(draft: CartDraft, storedLines: readonly StoredLine[]): void {
  const since = draft.listingSince ?? draft.clock;
  const isFirst = !draft.isLoaded;
  const before = new Map(draft.lines);
  draft.lines.clear();
  for (const stored of storedLines) {
    const known = before.get(stored.product._id);
    draft.lines.set(
      stored.product._id,
      known === undefined ? idleLine(stored.product, stored) : merge(known, stored),
    );
  }
  for (const [productId, known] of before) {
    if (!draft.lines.has(productId)) draft.lines.set(productId, merge(known, null));
  }
  draft.isLoaded = true;
  draft.isOffline = false;
  draft.hasFailed = false;
  draft.listingSince = null;
  for (const productId of [...draft.lines.keys()]) sendPending(draft, productId);

  /** Ignores the list for a line that was sent or saved after the list was requested. */
  function merge(known: LineState, stored: StoredLine | null): LineState {
    if (known.sent !== null || known.savedAt > since) {
      draft.isStale = true;
      return known;
    }
    const product = stored?.product ?? known.product;
    if (!isFirst || !known.pending) return { ...known, stored, product };
    // The shopper tapped before the first list arrived: add the difference between the list and what was rendered.
    const difference = (stored?.quantity ?? 0) - (known.stored?.quantity ?? 0);
    const pending = Math.min(known.pending + difference, availableQuantity(product));
    return { ...known, stored, product, pending: pending > 0 ? pending : null };
  }
}

function goOffline(draft: CartDraft): void {
  if (!draft.isOffline) draft.effects.push({ type: 'listLater' });
  draft.isOffline = true;
}

/** Quantities that were not saved in an earlier visit are pending again, unless newer ones are. */
function restore(draft: CartDraft, savedLines: readonly UnsavedLine[]): void {
  const wasLoaded = draft.isLoaded;
  for (const { product, stored, pending } of savedLines) {
    const known = draft.lines.get(product._id);
    if (wasLoaded) {
      if (pending === null || (known !== undefined && known.pending !== null)) continue;
      draft.lines.set(product._id, { ...(known ?? idleLine(product, null)), pending });
      sendPending(draft, product._id);
      continue;
    }
    const line = { ...idleLine(product, stored), pending };
    // Tapped before the cart was known, so the tap adds to it.
    const added = known?.pending ? known.pending - (known.stored?.quantity ?? 0) : 0;
    const quantity = (pending ?? stored?.quantity ?? 0) + added;
    if (added !== 0) line.pending = Math.max(0, Math.min(quantity, availableQuantity(product)));
    draft.lines.set(product._id, line);
  }
  if (wasLoaded) return;
  // Quantities are absolute from now on: one of them may have been saved although its response was lost.
  draft.isLoaded = true;
  draft.isOffline = true;
}

function listFailed(draft: CartDraft, failure: CartFailure): void {
  draft.listingSince = null;
  draft.hasFailed = true;
  draft.isStale = true;
  draft.effects.push({ type: 'listLater' });
  if (draft.isLoaded) {
    draft.isOffline ||= failure.isOffline === true;
    return;
  }
  // What was tapped is added to the stored cart when that is restored, or to the next list.
  if (failure.isOffline) return;
  const waiting = [...draft.lines].filter(([, line]) => line.pending !== null);
  for (const [productId] of waiting) draft.change(productId, { pending: null });
  if (waiting.length > 0) draft.effects.push({ type: 'failed', message: failure.message });
}

function listWhenIdle(draft: CartDraft): void {
  if (!draft.isStale || draft.listingSince !== null) return;
  if (draft.isLoaded && !draft.isOffline && !isIdle(draft)) return;
  draft.isStale = false;
  draft.listingSince = draft.clock;
  draft.effects.push({ type: 'list' });
}

function isIdle({ lines }: Pick<CartState, 'lines'>): boolean {
  return [...lines.values()].every(
    (line) => line.sent === null && line.pending === null && !line.isCoolingDown,
  );
}

function idleLine(product: ProductCardData, stored: StoredLine | null): LineState {
  return { product, stored, pending: null, sent: null, isCoolingDown: false, savedAt: 0 };
}

/** A mutable copy of the state for one event; the state before stays unchanged. */
class CartDraft {
  readonly effects: CartEffect[] = [];
  readonly lines: Map<string, LineState>;
  readonly clock: number;
  isLoaded: boolean;
  hasFailed: boolean;
  isOffline: boolean;
  listingSince: number | null;
  isStale: boolean;

  constructor(state: CartState) {
    this.lines = new Map(state.lines);
    this.clock = state.clock + 1;
    this.isLoaded = state.isLoaded;
    this.hasFailed = state.hasFailed;
    this.isOffline = state.isOffline;
    this.listingSince = state.listingSince;
    this.isStale = state.isStale;
  }

  change(productId: string, changes: Partial<LineState>): void {
    const line = this.lines.get(productId);
    if (line !== undefined) this.lines.set(productId, { ...line, ...changes });
  }

  limit(productId: string, limit: { stock: number } | { maximum: number }): void {
    const line = this.lines.get(productId);
    if (line === undefined) return;
    const product = { ...line.product, ...limit };
    this.change(productId, { product, stored: line.stored && { ...line.stored, product } });
  }

  finish(): CartUpdate {
    const { effects, lines, clock, isLoaded, hasFailed, isOffline, listingSince, isStale } = this;
    for (const [productId, line] of lines) {
      const isEmpty =
        line.stored === null && line.pending === null && line.sent === null && !line.isCoolingDown;
      // A removed line stays until no list response can arrive that was requested while it existed.
      if (isEmpty && (listingSince === null || line.savedAt <= listingSince)) lines.delete(productId);
    }
    return { state: { lines, clock, isLoaded, hasFailed, isOffline, listingSince, isStale }, effects };
  }
}

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
