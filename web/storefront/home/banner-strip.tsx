import { type FocusEvent, useContext, useRef } from 'react';
import { Link, type MetaDescriptor } from 'react-router';
import type { ShownBanner } from '#contract/home/home.ts';
import { imageSrcSet, imageVariantUrl } from '#contract/images/image.ts';
import { ScrollArrows, useScrollSteps } from '#web/storefront/product-list/scroll-arrows.tsx';
import { PromisedMinutes } from '#web/storefront/promised-minutes.ts';
import { inLanguage, t } from '#web/texts/t.ts';
import type { HomeData } from './home-data.ts';

const phone = '(max-width: 767px)';
const sizes = { phone: '100vw', wide: '(min-width: 1180px) 1080px, 100vw' } as const;
/** More than half of a banner and less than one and a half: the strip snaps to the next one. */
const stepPx = 700;

const imagesOf = ({ image, phoneImage }: ShownBanner) => ({ wide: image, phone: phoneImage || image });

/** Lets the browser of a first visit load the first banner before it has laid out the page. */
export function preloadedBanner(data: { value: HomeData | Promise<HomeData> } | undefined): MetaDescriptor[] {
  if (!import.meta.env.SSR || data === undefined || data.value instanceof Promise) return [];
  const [banner] = data.value.banners;
  if (banner === undefined) return [];
  const images = imagesOf(banner);
  const preload = (image: string, imageSizes: string, media: string): MetaDescriptor => ({
    tagName: 'link',
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    fetchPriority: 'high',
    imageSrcSet: imageSrcSet(image, 'avif'),
    imageSizes,
    media,
  });
  return [preload(images.phone, sizes.phone, phone), preload(images.wide, sizes.wide, '(min-width: 768px)')];
}

/** The banners of the staff, in a line that the visitor scrolls. Their space is reserved: 2:1 on phones, else 3:1. */
export function BannerStrip({ banners }: { banners: readonly ShownBanner[] }) {
  const strip = useRef<HTMLUListElement>(null);
  const { isAtStart, isAtEnd, step } = useScrollSteps(strip, stepPx, banners.length);
  const isAlone = banners.length === 1;
  const minutes = useContext(PromisedMinutes);
  return (
    <section
      aria-label={t('products.banners')}
      className="relative -mx-(--page-gutter) [--arrow-inset:calc(var(--page-gutter)+0.5rem)] [--arrow-top:calc(50%-1.375rem)]"
    >
      <h1 className="sr-only">{t('products.homeHeading', { minutes })}</h1>
      <ul
        ref={strip}
        className="flex snap-x snap-mandatory scroll-px-(--page-gutter) gap-3 overflow-x-auto overscroll-x-contain px-(--page-gutter) [scrollbar-width:none] motion-safe:scroll-smooth md:gap-4"
      >
        {banners.map((banner, index) => (
          <li
            key={banner._id}
            className={`w-full flex-none snap-start ${isAlone ? '' : 'max-md:w-[calc(100%-1.25rem)] lg:max-w-270'}`}
          >
            <Link
              to={banner.link}
              prefetch="intent"
              onFocus={showWhole}
              className="block aspect-2/1 overflow-hidden rounded-xl bg-sunken focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-marigold md:aspect-3/1 md:rounded-[2rem]"
            >
              <BannerPicture banner={banner} isFirst={index === 0} />
            </Link>
          </li>
        ))}
      </ul>
      {!isAlone && (
        <ScrollArrows label={t('products.banners')} isAtStart={isAtStart} isAtEnd={isAtEnd} onStep={step} />
      )}
    </section>
  );
}

/** Browsers do not scroll to a link of which they show an edge. */
function showWhole({ currentTarget }: FocusEvent): void {
  if (currentTarget.matches(':focus-visible'))
    currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function BannerPicture({ banner, isFirst }: { banner: ShownBanner; isFirst: boolean }) {
  const images = imagesOf(banner);
  return (
    <picture className="contents">
      <source
        type="image/avif"
        media={phone}
        srcSet={imageSrcSet(images.phone, 'avif')}
        sizes={sizes.phone}
      />
      <source media={phone} srcSet={imageVariantUrl(images.phone, 640, 'webp')} />
      <source type="image/avif" srcSet={imageSrcSet(images.wide, 'avif')} sizes={sizes.wide} />
      <img
        src={imageVariantUrl(images.wide, 1080, 'webp')}
        alt={inLanguage(banner.title, banner.titleHindi)}
        width={1080}
        height={360}
        className="size-full object-cover"
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  );
}
