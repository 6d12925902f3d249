import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { imageFormats, imageWidths } from '#contract/images/image.ts';
import type { Database } from '#server/database/connect.ts';
import { DatabaseSnapshot } from '#server/database/copy-tables.ts';
import type { ImageStorage } from '#server/providers/image-storage/image-storage.ts';
import { type ArchiveWriter, createArchive } from './archive.ts';
import { type BackupHeader, backupFormat, headerName, jobsName, secretFile } from './backup-format.ts';

interface BackupOptions {
  /** The file to create. */
  file: string;
  passphrase: string | null;
  dataDirectory: string;
  /** Null leaves the images out. */
  images: ImageStorage | null;
  /** Called between two entries; throws to give up. */
  signal?: AbortSignal;
}

export interface BackupSummary {
  orders: number;
  images: number;
  /** Uploaded images of which the storage has nothing. */
  missingImages: number;
  sizeBytes: number;
}

const pieceBytes = 1024 * 1024;

/**
 * Writes a backup of a store that may be running: its database as of one moment, its images and its generated secret.
 * The file has its name only when it is complete; a failure removes what was written.
 */
export async function createBackup(db: Database, options: BackupOptions): Promise<BackupSummary> {
  const { file, passphrase, dataDirectory, images, signal } = options;
  const snapshot = await DatabaseSnapshot.open(db);
  try {
    const archive = await createArchive(file, passphrase);
    try {
      const header: BackupHeader = {
        format: backupFormat,
        createdAt: new Date().toISOString(),
        database: snapshot.outline,
      };
      await archive.add(headerName, Buffer.from(JSON.stringify(header)));
      const secret = await readFile(join(dataDirectory, secretFile)).catch(() => null);
      if (secret !== null) await archive.add(secretFile, secret);
      let orders = 0;
      for (const table of snapshot.outline.tables) {
        let piece = 0;
        for await (const bytes of inPieces(snapshot.rows(table))) {
          signal?.throwIfAborted();
          if (table.name === 'customer_order') orders += countLines(bytes);
          await archive.add(`tables/${table.name}/${String(piece).padStart(6, '0')}`, bytes);
          piece += 1;
        }
      }
      await archive.add(jobsName, Buffer.from(JSON.stringify(await snapshot.jobs())));
      const copied =
        images === null
          ? { images: 0, missingImages: 0 }
          : await addImages(archive, images, snapshot, signal);
      return { orders, ...copied, sizeBytes: await archive.close() };
    } catch (error) {
      await archive.discard();
      throw error;
    }
  } finally {
    await snapshot.close();
  }
}

/** Joins small pieces: each row of a table arrives alone. Lines are not divided. */
async function* inPieces(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let length = 0;
  for await (const bytes of rows) {
    pending.push(bytes);
    length += bytes.length;
    if (length < pieceBytes) continue;
    yield Buffer.concat(pending);
    [pending, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(pending);
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

async function addImages(
  archive: ArchiveWriter,
  images: ImageStorage,
  snapshot: DatabaseSnapshot,
  signal: AbortSignal | undefined,
): Promise<{ images: number; missingImages: number }> {
  const hashes = await snapshot.imageHashes();
  let missingImages = 0;
  for (const hash of hashes) {
    signal?.throwIfAborted();
    const keys = imageWidths.flatMap((width) => imageFormats.map((format) => `${hash}/${width}.${format}`));
    const found = await Promise.all(keys.map((key) => images.find(key)));
    if (found.every((bytes) => bytes === null)) missingImages += 1;
    for (const [index, bytes] of found.entries())
      if (bytes !== null) await archive.add(`images/${keys[index]}`, bytes);
  }
  return { images: hashes.length - missingImages, missingImages };
}
