import { imageSrcSet, imageVariantUrl } from '#contract/rules/image.ts';

interface PictureProps {
  /** An address as the API gives it; empty shows an empty space of the same size. */
  src: string;
  alt: string;
  /** The proportions, in CSS pixels, so that the space is kept before the picture arrives. */
  width: number;
  height: number;
  /** How wide it is shown, as the `sizes` attribute says it. */
  sizes: string;
  /** For pictures that are seen without scrolling: they are asked for first. */
  isEager?: boolean;
  className?: string;
}

/** A picture of ours in the best format and width for the screen. */
export function Picture({ src, alt, width, height, sizes, isEager = false, className }: PictureProps) {
  if (src === '') return <span className={className} aria-hidden="true" />;
  return (
    <picture>
      <source type="image/avif" srcSet={imageSrcSet(src, 'avif') || undefined} sizes={sizes} />
      <img
        src={imageVariantUrl(src, 320, 'webp')}
        srcSet={imageSrcSet(src, 'webp') || undefined}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        className={className}
        loading={isEager ? 'eager' : 'lazy'}
        fetchPriority={isEager ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  );
}
