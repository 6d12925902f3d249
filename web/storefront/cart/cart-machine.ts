import { availableQuantity } from '#contract/rules/cart-quantity.ts';
import type { CardProduct } from '#web/storefront/product-card/card-product.ts';
import type { KeptLine } from './cart-line.ts';
import {
  CartDraft,
  type CartEvent,
  type CartFailure,
  type CartState,
  type CartStep,
  isQuiet,
  type LineState,
  restingLine,
} from './cart-state.ts';

/**
 * How screen and keeper of a cart come to agree: a pure function from state and event to the next state and
 * what is to be done. It knows no network, no timer and no framework (docs/decisions/0060).
 *
 * Each product has what the keeper last said (`kept`) and what the shopper wants (`wanted`). The screen shows
 * the wish. A product has one request under way at most, and a request says the quantity itself, never a
 * difference; so whatever is lost or repeated, the last wish decides.
 */
export function stepCart(state: CartState, event: CartEvent): CartStep {
  const draft = new CartDraft(state);
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

function want(draft: CartDraft, product: CardProduct, quantity: number): void {
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
function pump(draft: CartDraft, productId: string): void {
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

function answered(draft: CartDraft, event: Extract<CartEvent, { type: 'answered' }>): void {
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

function failed(draft: CartDraft, productId: string, before: LineState, failure: CartFailure): void {
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

function listed(draft: CartDraft, keptLines: readonly KeptLine[]): void {
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

function listFailed(draft: CartDraft, failure: CartFailure): void {
  draft.listingSince = null;
  draft.hasFailed = true;
  draft.isStale = true;
  draft.effects.push({ type: 'listLater' });
  if (draft.isLoaded) return;
  const waiting = [...draft.lines].filter(([, line]) => line.wanted !== null);
  for (const [productId] of waiting) draft.change(productId, { wanted: null });
  if (waiting.length > 0) draft.effects.push({ type: 'failed', message: failure.message });
}

function listWhenQuiet(draft: CartDraft, hasJustFailed: boolean): void {
  if (!draft.isStale || hasJustFailed || draft.listingSince !== null) return;
  if (draft.isLoaded && !isQuiet(draft)) return;
  draft.isStale = false;
  draft.listingSince = draft.clock;
  draft.effects.push({ type: 'list' });
}
