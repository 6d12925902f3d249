import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/database/connect.ts';
import { DatabaseFilling, isDatabaseEmpty } from '#server/database/copy-tables.ts';
import type { ImageStorage } from '#server/providers/image-storage/image-storage.ts';
import { InvalidBackupError, readArchive } from './archive.ts';
import { type BackupHeader, backupHeader, copiedJobs, parseEntryName, secretFile } from './backup-format.ts';

/** A file that has been read to its end and found complete and unchanged. */
export interface CheckedBackup {
  file: string;
  passphrase: string | null;
  header: BackupHeader;
  /** Contains the generated secret of its store. */
  hasSecret: boolean;
}

/** Reads the whole file and changes nothing. Throws `InvalidBackupError`. */
export async function checkBackup(file: string, passphrase: string | null): Promise<CheckedBackup> {
  let header: BackupHeader | null = null;
  let hasSecret = false;
  let position = 0;
  for await (const { name, bytes } of readArchive(file, passphrase)) {
    const part = parseEntryName(name);
    if (part === null || (part.kind === 'header') !== (position === 0)) throw unexpected(file, name);
    if (part.kind === 'header') header = parseJson(backupHeader, bytes, file);
    if (part.kind === 'jobs') parseJson(copiedJobs, bytes, file);
    if (part.kind === 'rows' && !header?.database.tables.some((table) => table.name === part.table))
      throw unexpected(file, name);
    if (part.kind === 'secret') hasSecret = true;
    position += 1;
  }
  if (header === null) throw new InvalidBackupError(`${file} is empty.`);
  return { file, passphrase, header, hasSecret };
}

function unexpected(file: string, name: string): InvalidBackupError {
  return new InvalidBackupError(`${file} contains ${JSON.stringify(name)}, which is not part of a backup.`);
}

function parseJson<Output>(
  schema: { safeParse(value: unknown): { success: true; data: Output } | { success: false } },
  bytes: Buffer,
  file: string,
): Output {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    throw new InvalidBackupError(`${file} contains invalid JSON.`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InvalidBackupError(`${file} is a backup of another version of the store.`);
}

interface RestoreOptions {
  images: ImageStorage;
  /** Where to write the secret of the backup; null if the store has one in its environment. */
  secretDirectory: string | null;
  /**
   * Also restores emails and notifications that had not been sent when the backup was made. They may have been sent
   * since.
   */
  keepsEmails: boolean;
}

const messageTables = ['unqueued_order_email', 'unqueued_order_push'];
const messageJobs = ['send-email', 'send-order-email', 'send-push'];

/** Fills an empty database, the images and the secret. The rows become visible at the end, all at once. */
export async function restoreBackup(
  db: Database,
  { file, passphrase, header }: CheckedBackup,
  { images, secretDirectory, keepsEmails }: RestoreOptions,
): Promise<{ images: number }> {
  if (!(await isDatabaseEmpty(db))) throw new Error('The database is not empty. Restore into a new one.');
  const filling = await DatabaseFilling.open(db, header.database);
  const imageHashes = new Set<string>();
  try {
    for await (const { name, bytes } of readArchive(file, passphrase)) {
      const part = parseEntryName(name);
      if (part?.kind === 'rows' && (keepsEmails || !messageTables.includes(part.table)))
        await filling.addRows(part.table, bytes);
      else if (part?.kind === 'jobs')
        await filling.addJobs(
          parseJson(copiedJobs, bytes, file).filter((job) => keepsEmails || !messageJobs.includes(job.name)),
        );
      else if (part?.kind === 'image') {
        await images.put(part.key, bytes);
        imageHashes.add(part.key.split('/')[0] ?? '');
      } else if (part?.kind === 'secret' && secretDirectory !== null)
        await writeFile(join(secretDirectory, secretFile), bytes, { mode: 0o600, flush: true });
    }
    await filling.commit();
    return { images: imageHashes.size };
  } catch (error) {
    await filling.abandon();
    throw error;
  }
}
