/**
 * Widths in pixels of the variants of every image. An image is resized when it is uploaded: one that is stored
 * already has no variant of a new width until it is uploaded again.
 */
export const imageWidths = [160, 320, 640, 1080] as const;
export type ImageWidth = (typeof imageWidths)[number];

/** Formats of the variants of every image, preferred first. */
export const imageFormats = ['avif', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** Most megabytes of an uploaded image. */
export const maximumUploadMegabytes = 5;
export const maximumUploadBytes = maximumUploadMegabytes * 1024 * 1024;

/** Most pixels of an upload, by how it is cropped: a small file can expand to gigabytes. */
export const maximumPixels = { whole: 40_000_000, square: 16_000_000 } as const;

/** `square` crops to the largest centred square, for avatars. */
export type CropMode = keyof typeof maximumPixels;

/** Accepted image types; the server checks the content, not the declared type. */
export const uploadTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

const hashLength = 22;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The name of an image: of the SHA-256 of its bytes, in hexadecimal digits. */
export function toImageHash(sha256: string): string {
  let rest = BigInt(`0x${sha256}`);
  let hash = '';
  while (hash.length < hashLength) {
    hash += alphabet.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return hash;
}

/** The URL that is stored and returned by the API: a variant that every client can show. */
export function imageUrl(hash: string): string {
  return `/images/${hash}/640.webp`;
}

/** The URL of an image that was uploaded to this shop. */
export const uploadedImagePattern = new RegExp(
  `^/images/[0-9A-Za-z]{16,64}/(?:${imageWidths.join('|')})\\.(?:${imageFormats.join('|')})$`,
);

/** The URL of another width and format; a foreign URL is returned unchanged. */
export function imageVariantUrl(url: string, width: ImageWidth, format: ImageFormat): string {
  return url.replace(/^(\/images\/[0-9A-Za-z]+)\/\d+\.(?:avif|webp)$/, `$1/${width}.${format}`);
}

/** The picture of a product in link previews: a JPEG, because many of them show neither AVIF nor WebP. */
export const previewImage = { width: 1200, height: 630, fileName: '1200.jpg', type: 'image/jpeg' } as const;

/** The URL of the picture for link previews; a foreign URL is returned unchanged. */
export function previewImageUrl(url: string): string {
  return url.replace(/^(\/images\/[0-9A-Za-z]+)\/\d+\.(?:avif|webp)$/, `$1/${previewImage.fileName}`);
}

/**
 * The logo of the store in emails and documents: PNG on white, at most 480 × 160 pixels, because email programs show
 * neither AVIF nor WebP.
 */
export const logoImage = { maximumWidth: 480, maximumHeight: 160, fileName: 'logo.png' } as const;

/** The URL of the logo as PNG. */
export function logoImageUrl(url: string): string {
  return url.replace(/^(\/images\/[0-9A-Za-z]+)\/\d+\.(?:avif|webp)$/, `$1/${logoImage.fileName}`);
}

/**
 * The icons of a store with its own look, as PNG with sides of `size` pixels. A phone cuts a maskable icon into a
 * circle: what it shows is within the middle four fifths.
 */
export const iconFiles = {
  'icon-48.png': { size: 48, isMaskable: false },
  'icon-180.png': { size: 180, isMaskable: true },
  'icon-192.png': { size: 192, isMaskable: false },
  'icon-512.png': { size: 512, isMaskable: false },
  'maskable-512.png': { size: 512, isMaskable: true },
} as const;
export type IconFile = keyof typeof iconFiles;

/**
 * The `srcset` of an image in one format, with the variants that a dense screen needs for `shownWidth` CSS pixels;
 * empty for a foreign URL.
 */
export function imageSrcSet(url: string, format: ImageFormat, shownWidth = Number.POSITIVE_INFINITY): string {
  if (!url.startsWith('/images/')) return '';
  const widths = imageWidths.filter((_width, index) => (imageWidths[index - 1] ?? 0) < 2 * shownWidth);
  return widths.map((width) => `${imageVariantUrl(url, width, format)} ${width}w`).join(', ');
}

/** Maximum number of images of one product. */
export const maximumProductImages = 12;
