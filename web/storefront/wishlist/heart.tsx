import type { MouseEvent } from 'react';
import { type Named, nameOf, t } from '#web/texts/t.ts';
import styles from './heart.module.css';
import { toggleWish, useIsWished } from './use-wishlist.ts';
import { getWishlist } from './wishlist-store.ts';

interface HeartProps {
  product: Named & { _id: string };
}

/**
 * Puts a product on the wishlist, over the top right corner of its picture. A page renders hundreds of them: each is
 * one element and subscribes to its own product only.
 */
export function Heart({ product }: HeartProps) {
  const { _id } = product;
  const isWished = useIsWished(_id);
  return (
    <button
      type="button"
      className={styles.heart}
      aria-label={t('lists.inWishlist', { name: nameOf(product) })}
      aria-pressed={isWished}
      onClick={(event) => toggle(event, _id)}
    />
  );
}

function toggle(event: MouseEvent, productId: string): void {
  // It lies on the link that covers a product card.
  event.preventDefault();
  event.stopPropagation();
  // A replayed tap before hydration was on an empty heart, and the second click of a double click was meant for the
  // first.
  const isMeantToAdd = !event.isTrusted || event.detail > 1;
  if (isMeantToAdd && getWishlist().ids.has(productId)) return;
  toggleWish(productId);
}
