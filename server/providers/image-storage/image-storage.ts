/**
 * Where encoded pictures lie. Their names tell their content, so a picture never changes and writing it twice
 * does no harm. Keys are `<hash>/<width>.<format>`. A store that is away throws UNAVAILABLE.
 */
export interface ImageStorage {
  /** The bytes of a picture, or null when there is none. */
  find(key: string): Promise<Buffer | null>;
  /** Stores a picture whole or not at all. */
  put(key: string, bytes: Buffer): Promise<void>;
}

const keyForm = /^[0-9A-Za-z]{16,64}\/\d{2,4}\.(?:avif|webp)$/;

/**
 * Where a store keeps a picture: `<beginning of the hash>/<key>`, the same in a folder and in a bucket, so that
 * pictures are moved from one to the other by copying. Throws for what is no key.
 */
export function toStoragePath(key: string): string {
  if (!keyForm.test(key)) throw new Error(`Not a key of a picture: ${key}`);
  return `${key.slice(0, 2)}/${key}`;
}
