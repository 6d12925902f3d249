import { imageSrcSet, imageVariantUrl } from '#contract/images/image.ts';

interface PictureProps {
  /** An image URL of the API; empty renders a drawing of the same size, hidden from screen readers. */
  src: string;
  alt: string;
  /**
   * The largest size in CSS pixels, approximately: reserves the space before the image has loaded. Variants wider
   * than twice this width are not offered.
   */
  width: number;
  height: number;
  /** The `sizes` attribute. */
  sizes: string;
  /** For images above the fold: loaded with high priority. */
  isEager?: boolean;
  /** Not rendered yet, but for browsers without scripts. */
  isDeferred?: boolean;
  className?: string;
}

/**
 * An uploaded image as `<picture>` with AVIF in several widths. Browsers without AVIF, of before 2023, get one width
 * as WebP: a list of its widths would be a seventh of the page.
 */
export function Picture(props: PictureProps) {
  const { src, alt, width, height, sizes, isEager = false, isDeferred = false, className } = props;
  if (src === '') return <NoPicture width={width} height={height} className={className} />;
  const picture = (
    <picture>
      <source type="image/avif" srcSet={imageSrcSet(src, 'avif', width) || undefined} sizes={sizes} />
      <img
        src={imageVariantUrl(src, width > 320 ? 640 : 320, 'webp')}
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
  return isDeferred ? <noscript>{picture}</noscript> : picture;
}

/** A bag with a leaf in the hue of its ground, for products and categories without a picture. */
function NoPicture({
  className = '',
  ...size
}: {
  width: number;
  height: number;
  className?: string | undefined;
}) {
  return (
    <svg viewBox="0 0 48 48" className={`no-picture ${className}`} aria-hidden="true" {...size}>
      <path d="M15 18h18l2 19H13zM19 21v-5a5 5 0 0 1 10 0v5M20 33c0-5 3-7 8-7 0 5-3 7-8 7zm0 0 4-4" />
    </svg>
  );
}
