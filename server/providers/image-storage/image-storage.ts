import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Stores encoded images under keys `<hash>/<width>.<avif, webp or jpg>`, and logo and icons made of one, such as
 * `<hash>/icon-48.png`. A key names its content, so an image never changes and storing it twice is harmless. Throws
 * UNAVAILABLE when the storage cannot be reached.
 */
export interface ImageStorage {
  /** The bytes of an image, or null when there is none. */
  find(key: string): Promise<Buffer | null>;
  /** Stores an image whole or not at all. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Deletes an image; no error when there is none. */
  remove(key: string): Promise<void>;
}

const keyForm = /^[0-9A-Za-z]{16,64}\/(?:\d{2,4}\.(?:avif|webp|jpg)|[a-z]{4,8}(?:-\d{2,3})?\.png)$/;

/**
 * The path of an image below the root of a storage: `<first two characters of the hash>/<key>`. It is the same in every
 * storage, so that images can be moved by copying. Throws for an invalid key.
 */
export function toStoragePath(key: string): string {
  if (!keyForm.test(key)) throw new Error(`Invalid image key: ${key}`);
  return `${key.slice(0, 2)}/${key}`;
}

/** Stores images as files below a folder. */
export function fileImageStorage(folder: string): ImageStorage {
  return {
    async find(key) {
      return readFile(join(folder, toStoragePath(key))).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
    },
    async put(key, bytes) {
      const path = join(folder, toStoragePath(key));
      await mkdir(dirname(path), { recursive: true });
      // Renaming is atomic: a process that is killed while writing leaves no partial image under the final name.
      const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
      await writeFile(draft, bytes);
      await rename(draft, path);
    },
    async remove(key) {
      const path = join(folder, toStoragePath(key));
      await rm(path, { force: true });
      // The folder of the image, after its last file.
      await rmdir(dirname(path)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOTEMPTY' && error.code !== 'ENOENT') throw error;
      });
    },
  };
}
