import type { Context } from '#server/http/context.ts';
import type { ImageStorage } from '#server/providers/image-storage/image-storage.ts';

/** A catalogue for a store that has none at its first start. */
export interface StarterCatalogue {
  /** Loads the catalogue unless there are products or categories. Returns whether it did. */
  load(): Promise<boolean>;
  /** The images of the store with those of the catalogue, which an earlier start may have loaded. */
  images: ImageStorage;
  /** Prepares the images that the first visitors see, in the background. */
  prepareImages(context: Context): { stop(): Promise<void> };
}
