import { showToast } from '#web/ui/toast.ts';
import type { CartNews } from './cart-sync.ts';

/** Tells the shopper how a change of the cart went, in the words of specification section 8. */
export function tellCartNews(news: CartNews): void {
  switch (news.type) {
    case 'added':
      showToast('success', 'Item added');
      break;
    case 'removed':
      showToast('success', 'Item remove');
      break;
    case 'clamped':
      showToast('error', news.left === 0 ? 'Out of stock' : `Only ${news.left} left`);
      break;
    case 'failed':
      showToast('error', news.message);
      break;
  }
}
