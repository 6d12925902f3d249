/**
 * Where encoded pictures lie. Their names tell their content, so a picture never changes and writing it twice
 * does no harm. Keys are `<hash>/<width>.<format>`.
 */
export interface ImageStore {
  /** The bytes of a picture, or null when there is none. */
  find(key: string): Promise<Buffer | null>;
  /** Stores a picture whole or not at all. */
  put(key: string, bytes: Buffer): Promise<void>;
}
