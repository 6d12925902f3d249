/** The name under which a picture flies from a card to the product page; the page's gallery carries it too. */
export const pictureTransitionName = 'product-picture';

let flying: HTMLElement | null = null;

/**
 * Marks the picture of a card as the one that flies to the page its link opens. Set on the tap, not by a hook
 * in each card: hundreds of cards would listen to every navigation for the sake of one. A name may stand only
 * once in a document, so the picture marked before loses it.
 */
export function flyPictureOf(card: Element | null): void {
  if (flying !== null) flying.style.viewTransitionName = '';
  flying = card?.querySelector('img') ?? null;
  if (flying !== null) flying.style.viewTransitionName = pictureTransitionName;
}
