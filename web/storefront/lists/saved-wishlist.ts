import { maximumWishes } from '#contract/base/limits.ts';
import { ownDataKey, readStoredJson, writeStored } from '#web/base/storage.ts';
import { isCardProduct } from '#web/storefront/cart/guest-cart.ts';
import type { ProductCardData } from '#web/storefront/product-card-data.ts';

const key = ownDataKey('wished-products');

/** The products of these ids that the wishlist has shown on this device, in the order of the ids, for times without a connection. */
export function readSavedProducts(ids: readonly string[]): ProductCardData[] {
  const byId = new Map(readAll().map((product) => [product._id, product]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Stores products as the server has sent them last; of others those that have been stored last stay, up to as many as a wishlist may have. */
export function saveProducts(products: readonly ProductCardData[]): void {
  const ids = new Set(products.map(({ _id }) => _id));
  const others = readAll().filter(({ _id }) => !ids.has(_id));
  writeStored(key, JSON.stringify([...products, ...others].slice(0, maximumWishes)));
}

/** Not trusted: an older version, other scripts of this origin or the shopper may have written it. */
function readAll(): ProductCardData[] {
  const value = readStoredJson(key);
  return Array.isArray(value) ? value.filter(isCardProduct) : [];
}
