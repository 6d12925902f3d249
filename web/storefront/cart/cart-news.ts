import { showToast } from '#web/ui/toast.ts';
import type { CartNews } from './cart-sync.ts';

// One place for what is said about the cart: quick taps replace each other's words instead of piling them up.
const place = { id: 'cart' };

/** Tells the shopper how a change of the cart went, in the words of specification section 8. */
export function tellCartNews(news: CartNews): void {
  switch (news.type) {
    case 'added':
      showToast('success', 'Item added', place);
      break;
    case 'removed':
      showToast('success', 'Item remove', place);
      break;
    case 'clamped':
      showToast('error', news.left === 0 ? 'Out of stock' : `Only ${news.left} left`, place);
      break;
    case 'failed':
      showToast('error', news.message, place);
      break;
  }
}
