import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ImageStorage, toStoragePath } from './image-storage.ts';

/** Keeps pictures as files under a folder, spread over sub-folders by the beginning of their hash. */
export function fileImageStorage(folder: string): ImageStorage {
  const pathOf = (key: string) => join(folder, toStoragePath(key));
  return {
    async find(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      // Renaming is atomic: a process that dies while writing leaves no half picture under the real name.
      const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
      await writeFile(draft, bytes);
      await rename(draft, path);
    },
  };
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
