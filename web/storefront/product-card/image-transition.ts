import { imageSrcSet } from '#contract/rules/image.ts';

/** How wide the product page shows its pictures, as the `sizes` of a picture. */
export const gallerySizes = '(min-width: 1024px) 34rem, (min-width: 768px) 50vw, 100vw';

const pictureTransitionName = 'product-picture';
const fetched = new Set<string>();
let flying: HTMLElement | null = null;

/** Fetches the picture that the product page shows first, in the format and width it will be shown in. */
export function preloadGalleryImage(image: string): void {
  if (image === '' || fetched.has(image)) return;
  fetched.add(image);
  const picture = document.createElement('picture');
  const source = document.createElement('source');
  source.type = 'image/avif';
  source.sizes = gallerySizes;
  source.srcset = imageSrcSet(image, 'avif');
  const element = new Image();
  element.sizes = gallerySizes;
  picture.append(source, element);
  element.srcset = imageSrcSet(image, 'webp');
  element.src = image;
}

/**
 * Marks the picture of a card as the one that flies to the page its link opens. Set on the tap, not by a hook
 * in each card: hundreds of cards would listen to every navigation for the sake of one. A name may stand only
 * once in a document, so the picture marked before loses it, and so does the one of the product page when the
 * next product is opened from there.
 */
export function startImageTransition(card: Element | null): void {
  if (flying !== null) flying.style.viewTransitionName = '';
  flying = card?.querySelector('img') ?? null;
  if (flying === null) return;
  const large = document.querySelector<HTMLElement>('[data-flying-picture] img');
  if (large !== null) large.style.viewTransitionName = 'none';
  flying.style.viewTransitionName = pictureTransitionName;
}
