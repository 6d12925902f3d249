import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { createDecryption, createEncryption, encryptionMagic } from './encryption.ts';

/** The file cannot be restored: no backup, changed, cut off or not readable with this passphrase. */
export class InvalidBackupError extends Error {
  override name = 'InvalidBackupError';
}

export interface ArchiveEntry {
  name: string;
  bytes: Buffer;
}

/** A compressed tar file, encrypted if a passphrase is given, whose last entry is a digest of all others. */
export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>;
  /** Completes the file, which gets its name only now, and returns its size in bytes. */
  close(): Promise<number>;
  /** Removes the unfinished file. */
  discard(): Promise<void>;
}

const digestName = 'digest.json';
/** Most bytes of an entry, which is read into memory. */
const maximumEntryBytes = 20 * 1024 * 1024;

/** Writes to `<file>.draft`, readable by its owner only. Throws if the file exists or when the disk is full. */
export async function createArchive(file: string, passphrase: string | null): Promise<ArchiveWriter> {
  if ((await stat(file).catch(() => null)) !== null) throw new Error(`${file} exists already.`);
  const draft = `${file}.draft`;
  const pack = tar.pack();
  const output = createWriteStream(draft, { mode: 0o600, flags: 'w', flush: true });
  const encryption = passphrase === null ? [] : [await createEncryption(passphrase)];
  const written = pipeline([Readable.from(pack), createGzip(), ...encryption, output]);
  // Rejects, also while an entry waits for a stream that has failed.
  const failed = written.then(() => new Promise<never>(() => {}));
  failed.catch(() => {});
  const digest = new EntryDigest();

  async function addEntry(name: string, bytes: Buffer): Promise<void> {
    const added = new Promise<void>((resolve, reject) => {
      const header = { name, size: bytes.length, mode: 0o600 };
      pack.entry(header, bytes, (error) => (error ? reject(error) : resolve())).on('error', reject);
    });
    try {
      await Promise.race([added, failed]);
    } catch (error) {
      // A stream that fails ends the others, and the entry may be rejected before the stream is: its error is the
      // cause.
      pack.destroy();
      await written;
      throw error;
    }
  }

  return {
    async add(name, bytes) {
      digest.add({ name, bytes });
      await addEntry(name, bytes);
    },
    async close() {
      await addEntry(digestName, Buffer.from(JSON.stringify(digest.value())));
      pack.finalize();
      await written;
      const { size } = await stat(draft);
      await rename(draft, file);
      await flushDirectory(dirname(file));
      return size;
    },
    async discard() {
      pack.destroy();
      await written.catch(() => {});
      await rm(draft, { force: true });
    },
  };
}

/** Without it a power failure could undo the rename. */
async function flushDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  await handle.sync().catch(() => {});
  await handle.close();
}

/**
 * The entries of a backup in the order in which they were added. Throws `InvalidBackupError`, at the latest after the
 * last entry; until then nothing proves that the file is complete.
 */
export async function* readArchive(file: string, passphrase: string | null): AsyncGenerator<ArchiveEntry> {
  const isEncrypted = await startsWith(file, encryptionMagic);
  if (isEncrypted && passphrase === null)
    throw new InvalidBackupError(`${file} is encrypted: its passphrase is needed.`);
  const extract = tar.extract();
  const decryption = isEncrypted && passphrase !== null ? [createDecryption(passphrase)] : [];
  const reading = pipeline([createReadStream(file), ...decryption, createGunzip(), extract]);
  reading.catch(() => {});
  const digest = new EntryDigest();
  let expected: string | null = null;
  try {
    for await (const entry of extract) {
      const { name, type, size = 0 } = entry.header;
      // Links and folders have no place in a backup.
      if (type !== 'file' || size > maximumEntryBytes || expected !== null)
        throw new InvalidBackupError(
          `${file} contains ${JSON.stringify(name)}, which is not part of a backup.`,
        );
      const bytes = await buffer(entry);
      if (name === digestName) expected = bytes.toString();
      else {
        digest.add({ name, bytes });
        yield { name, bytes };
      }
    }
    await reading;
  } catch (error) {
    if (error instanceof InvalidBackupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidBackupError(`${file} cannot be read: ${reason}`, { cause: error });
  } finally {
    extract.destroy();
  }
  if (expected === null) throw new InvalidBackupError(`${file} is cut off: its end is missing.`);
  if (expected !== JSON.stringify(digest.value())) throw new InvalidBackupError(`${file} was changed.`);
}

async function startsWith(file: string, magic: Buffer): Promise<boolean> {
  const handle = await open(file, 'r').catch((error: Error) => {
    throw new InvalidBackupError(`${file} cannot be opened: ${error.message}`);
  });
  const { buffer } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0);
  await handle.close();
  return buffer.equals(magic);
}

/** A digest of names and contents in their order. */
class EntryDigest {
  readonly #hash = createHash('sha256');
  #entries = 0;

  add({ name, bytes }: ArchiveEntry): void {
    this.#hash.update(`${name.length} ${bytes.length} ${name}`).update(bytes);
    this.#entries += 1;
  }

  value() {
    return { entries: this.#entries, sha256: this.#hash.copy().digest('hex') };
  }
}
