import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ImageStorage, toStoragePath } from './image-storage.ts';

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
  };
}
