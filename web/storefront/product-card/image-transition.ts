import { imageSrcSet } from '#contract/images/image.ts';

/** The `sizes` attribute of the product page's gallery. */
export const gallerySizes = '(min-width: 1024px) 34rem, (min-width: 768px) 50vw, max(12rem, 32vh)';

const transitionName = 'product-picture';
const preloaded = new Set<string>();
let cardImage: HTMLElement | null = null;

/** Preloads the first gallery image in the format and width that the product page will show. */
export function preloadGalleryImage(image: string): void {
  if (image === '' || preloaded.has(image)) return;
  preloaded.add(image);
  const picture = document.createElement('picture');
  const source = document.createElement('source');
  source.type = 'image/avif';
  source.sizes = gallerySizes;
  source.srcset = imageSrcSet(image, 'avif');
  const element = new Image();
  picture.append(source, element);
  element.src = image;
}

/**
 * Gives the image of a card the view transition name of the gallery image, on the tap: with a hook, hundreds of cards
 * would subscribe to the navigation. A name must be unique in the document, so the previous card and the gallery of
 * the current product page lose it.
 */
export function startImageTransition(card: Element | null): void {
  if (cardImage !== null) cardImage.style.viewTransitionName = '';
  cardImage = card?.querySelector('img') ?? null;
  if (cardImage === null) return;
  const galleryImage = document.querySelector<HTMLElement>('[data-transition-image] img');
  if (galleryImage !== null) galleryImage.style.viewTransitionName = 'none';
  cardImage.style.viewTransitionName = transitionName;
}
