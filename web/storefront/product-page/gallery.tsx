import { type ReactNode, useRef, useState } from 'react';
import { gallerySizes } from '#web/storefront/product-card/image-transition.ts';
import { tileClass, tileImageClass } from '#web/storefront/product-card-data.ts';
import { ScrollArrows, useScrollSteps } from '#web/storefront/product-list/scroll-arrows.tsx';
import { t } from '#web/texts/t.ts';
import { Picture } from '#web/ui/picture.tsx';

/** Pixels that an arrow scrolls the thumbnails. */
const thumbnailStepPx = 100;

interface GalleryProps {
  name: string;
  images: readonly string[];
  /** Lies over the images. */
  children?: ReactNode;
}

/**
 * The images of a product in a strip with scroll snapping; the image in view is the selected one. The strip is
 * focusable, so that arrow keys scroll it.
 */
export function Gallery({ name, images, children }: GalleryProps) {
  const track = useRef<HTMLUListElement>(null);
  const thumbnails = useRef<HTMLUListElement>(null);
  const [selected, setSelected] = useState(0);
  const { isAtStart, isAtEnd, step } = useScrollSteps(thumbnails, thumbnailStepPx, images.length);
  const isSingle = images.length < 2;
  // Without an image the drawing of `Picture`.
  const shown = images.length === 0 ? [''] : images;

  const updateSelected = () => {
    const element = track.current;
    if (element !== null) setSelected(Math.round(element.scrollLeft / Math.max(element.clientWidth, 1)));
  };
  const select = (index: number) => {
    setSelected(index);
    const element = track.current;
    element?.scrollTo({ left: index * element.clientWidth });
  };

  return (
    // On small and low screens the image is limited, so that name, price and ADD are above the fold.
    <div className="min-w-0 [--arrow-inset:-0.75rem] [--arrow-top:calc(50%-1.375rem)] max-md:relative max-md:mx-auto max-md:w-[min(100%,max(12rem,32svh))] md:sticky md:top-[calc(var(--header-stuck)+1rem)]">
      {/* Before the images in the order of focus, so that the thumbnails follow these. */}
      <div className="absolute top-0 right-0 z-1 size-11">{children}</div>
      <ul
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-xl [scrollbar-width:none] motion-safe:scroll-smooth"
        ref={track}
        tabIndex={isSingle ? -1 : 0}
        aria-label={t('products.images')}
        onScroll={updateSelected}
      >
        {shown.map((image, index) => (
          <li
            key={image}
            className={`w-full flex-none snap-start snap-always ${tileClass}`}
            data-transition-image={index === 0 ? '' : undefined}
          >
            <Picture
              src={image}
              alt={
                index === 0 ? name : t('products.imageAlt', { name, number: index + 1, total: images.length })
              }
              width={640}
              height={640}
              sizes={gallerySizes}
              isEager={index === 0}
              className={`p-[8%] ${index === 0 ? '[view-transition-name:product-picture]' : ''} ${tileImageClass}`}
            />
          </li>
        ))}
      </ul>
      {!isSingle && (
        <>
          <p className="mt-3 flex justify-center gap-1.5" data-testid="gallery-dots" aria-hidden="true">
            {images.map((image, index) => (
              <span
                key={image}
                data-selected={index === selected || undefined}
                className="size-2 rounded-full bg-ink-soft opacity-35 transition duration-150 ease-out data-selected:scale-125 data-selected:bg-leaf data-selected:opacity-100"
              />
            ))}
          </p>
          {/* On phones the strip is swiped, and the height is for name and price. */}
          <div className="relative mt-3 max-md:hidden">
            <ul
              ref={thumbnails}
              data-testid="gallery-thumbnails"
              className="-mx-1 flex gap-2.5 overflow-x-auto p-1 [scrollbar-width:none] motion-safe:scroll-smooth"
            >
              {images.map((image, index) => (
                <li key={image} className="flex-none">
                  <button
                    type="button"
                    className={`w-18 rounded-md border-2 border-transparent transition-[border-color] duration-150 ease-out aria-[current=true]:border-leaf ${tileClass}`}
                    aria-label={t('products.showImage', { number: index + 1, total: images.length })}
                    aria-current={index === selected}
                    onClick={() => select(index)}
                  >
                    <Picture
                      src={image}
                      alt=""
                      width={160}
                      height={160}
                      sizes="4.5rem"
                      className={`p-[8%] ${tileImageClass}`}
                    />
                  </button>
                </li>
              ))}
            </ul>
            <ScrollArrows
              label={t('products.imagesLabel')}
              isAtStart={isAtStart}
              isAtEnd={isAtEnd}
              onStep={step}
            />
          </div>
        </>
      )}
    </div>
  );
}
