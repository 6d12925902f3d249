/** Widths in pixels that every picture exists in. */
export const imageWidths = [160, 320, 640, 1080] as const;
export type ImageWidth = (typeof imageWidths)[number];

/** Formats that every picture exists in, the preferred one first. */
export const imageFormats = ['avif', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** As many bytes as an upload may have (decisions section 7). */
export const maximumUploadBytes = 5 * 1024 * 1024;

/** The kinds of picture that an upload may be; the server looks at the content, whatever it is called. */
export const uploadTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** The address that is stored and shown in the API: a plain picture for any client. */
export function imageUrl(hash: string): string {
  return `/images/${hash}/640.webp`;
}

/** The same picture in another width and format; an address that is not ours comes back unchanged. */
export function imageVariantUrl(url: string, width: ImageWidth, format: ImageFormat): string {
  return url.replace(/^(\/images\/[0-9A-Za-z]+)\/\d+\.(?:avif|webp)$/, `$1/${width}.${format}`);
}

/** The `srcset` of a picture in one format; empty for an address that is not ours. */
export function imageSrcSet(url: string, format: ImageFormat): string {
  if (!url.startsWith('/images/')) return '';
  return imageWidths.map((width) => `${imageVariantUrl(url, width, format)} ${width}w`).join(', ');
}
