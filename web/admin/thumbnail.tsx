import { Picture } from '#web/ui/picture.tsx';

interface ThumbnailProps {
  src: string;
  /** How wide it is shown, as the `sizes` attribute says it. */
  sizes: string;
  /** The tint of the tile: an oklch hue in degrees. */
  hue?: number | undefined;
  className?: string;
}

const standardHue = 140;

/** A picture on the tinted square of its category; its name stands beside it, so it is silent. */
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
