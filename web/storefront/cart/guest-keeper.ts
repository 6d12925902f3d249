import { productPricePaise } from '#contract/rules/money.ts';
import { callApi } from '#web/api.ts';
import { cardProductOf } from '#web/storefront/product-card/card-product.ts';
import type { CartKeeper } from './cart-sync.ts';
import { readGuestLines, renewGuestProducts, writeGuestLine } from './guest-cart.ts';

// What the shop takes in one question.
const mostIds = 100;
const productsStayFreshMilliseconds = 60_000;

/** Keeps a guest's cart in local storage, with prices and stock of the shop as they are today. */
export function guestKeeper(now: () => number = Date.now): CartKeeper {
  let renewedAt = Number.NEGATIVE_INFINITY;
  return {
    async list() {
      if (now() - renewedAt >= productsStayFreshMilliseconds) {
        renewedAt = now();
        // Without a connection the prices of the last visit are better than no cart.
        await renewProducts();
      }
      return readGuestLines();
    },
    async set(product, _kept, quantity) {
      // What the shopper taps on, with its price before the eyes, counts as seen.
      const line = { lineId: product._id, product, quantity, seenPricePaise: productPricePaise(product) };
      writeGuestLine(line);
      return { line: quantity === 0 ? null : line, failure: null };
    },
  };
}

async function renewProducts(): Promise<void> {
  const ids = readGuestLines().map((line) => line.product._id);
  for (let start = 0; start < ids.length; start += mostIds) {
    const asked = ids.slice(start, start + mostIds);
    const outcome = await callApi('listProductsById', { ids: asked });
    if (outcome.isOk) renewGuestProducts(asked, outcome.answer.data.map(cardProductOf));
  }
}
