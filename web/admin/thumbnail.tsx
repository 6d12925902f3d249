import { Picture } from '#web/ui/picture.tsx';

interface ThumbnailProps {
  src: string;
  /** The `sizes` attribute. */
  sizes: string;
  /** Tint of the tile: an oklch hue in degrees. */
  hue?: number | undefined;
  className?: string;
}

const standardHue = 140;

/** Image on the tinted square of its category. Decorative: the name is always next to it. */
export function Thumbnail({ src, sizes, hue = standardHue, className = '' }: ThumbnailProps) {
  return (
    <span
      className={`block aspect-square overflow-hidden ${className}`}
      style={{ backgroundColor: `oklch(var(--tint-lightness) var(--tint-chroma) ${hue})` }}
    >
      <Picture
        src={src}
        alt=""
        width={320}
        height={320}
        sizes={sizes}
        className="block size-full object-contain p-[7%]"
      />
    </span>
  );
}
