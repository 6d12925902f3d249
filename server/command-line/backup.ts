import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createBackup } from '#server/backup/create-backup.ts';
import { checkBackup, restoreBackup } from '#server/backup/restore-backup.ts';
import { createLog } from '#server/base/log.ts';
import { ConfigurationError, readStorage } from '#server/config.ts';
import { createImageStorage } from '#server/providers/image-storage/create-image-storage.ts';
import { recordBackup } from '#server/store/opening.service.ts';
import { openDatabase, requireEmptyDirectory } from './open-database.ts';

// Backs up and restores a store: npm run backup -- help, npm run restore -- help

const help = `  npm run backup -- <folder or file>     writes tokri-<time>.tar.gz, readable by its owner only
  npm run restore -- <file>              into an empty DATA_DIR or an empty database of DATABASE_URL

  --passphrase-file <file>   encrypts the backup, or decrypts it; or the variable BACKUP_PASSPHRASE
  --without-images           backup: leaves the images out, for a bucket that is backed up otherwise
  --keep-emails              restore: also sends emails that waited when the backup was made
  --check                    restore: only reads the file and reports whether it is complete`;

const misuse = 2;
const interrupted = 130;
const leastPassphraseLength = 12;

class UsageError extends Error {}

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());

const log = createLog('warn');
try {
  const { values, positionals } = readArguments();
  const [command, place, ...more] = positionals;
  if (place === undefined || place === 'help') process.stdout.write(`${help}\n`);
  else if (more.length > 0)
    throw new UsageError(`One file or folder is expected, not ${positionals.length - 1}.`);
  else if (command === 'backup') await backUp(resolve(place), values);
  else await restore(resolve(place), values);
} catch (error) {
  const lines = error instanceof ConfigurationError ? error.lines : [reasonOf(error)];
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exitCode = stopping.signal.aborted ? interrupted : error instanceof UsageError ? misuse : 1;
}

type Options = ReturnType<typeof readArguments>['values'];

function readArguments() {
  try {
    return parseArgs({
      args: process.argv.slice(2),
      allowPositionals: true,
      options: {
        'passphrase-file': { type: 'string' },
        'without-images': { type: 'boolean', default: false },
        'keep-emails': { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(`${reasonOf(error)}\n${help}`);
  }
}

async function backUp(place: string, options: Options): Promise<void> {
  const storage = readStorage();
  const passphrase = await readPassphrase(options, storage.BACKUP_PASSPHRASE);
  const isFolder = (await stat(place).catch(() => null))?.isDirectory() ?? false;
  const startedAt = new Date();
  const name = `tokri-${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`;
  const file = isFolder ? join(place, passphrase === null ? name : `${name}.encrypted`) : place;
  const { pool, close } = await openDatabase(storage, {
    commandName: `'npm run backup'`,
    mayCreate: false,
    isOwner: true,
  });
  try {
    const summary = await createBackup(pool, {
      file,
      passphrase,
      dataDirectory: storage.DATA_DIR,
      signal: stopping.signal,
      images: options['without-images'] ? null : await createImageStorage(storage, log),
    });
    // A database of a former version, which is backed up before the update, has no place for it.
    await recordBackup(pool, startedAt).catch(() => {});
    const { orders, images, missingImages, sizeBytes } = summary;
    const megabytes = (sizeBytes / 1_000_000).toFixed(1);
    process.stdout.write(`${file}: ${orders} orders, ${images} images, ${megabytes} MB\n`);
    if (missingImages > 0)
      process.stderr.write(`${missingImages} uploaded images are missing from the storage.\n`);
  } finally {
    await close();
  }
}

async function restore(file: string, options: Options): Promise<void> {
  const storage = readStorage();
  const checked = await checkBackup(file, await readPassphrase(options, storage.BACKUP_PASSPHRASE));
  const { createdAt, database } = checked.header;
  if (options.check) {
    process.stdout.write(`${file} is complete: ${database.tables.length} tables as of ${createdAt}\n`);
    return;
  }
  const isEmbedded = storage.DATABASE_URL === undefined;
  if (isEmbedded) await requireEmptyDirectory(storage.DATA_DIR);
  const { pool, close } = await openDatabase(storage, {
    commandName: `'npm run restore'`,
    mayCreate: true,
    isOwner: true,
  });
  try {
    const { images } = await restoreBackup(pool, checked, {
      images: await createImageStorage(storage, log),
      secretDirectory: isEmbedded ? storage.DATA_DIR : null,
      keepsEmails: options['keep-emails'],
    });
    process.stdout.write(
      `Restored ${database.tables.length} tables as of ${createdAt} and ${images} images.\n`,
    );
    if (!checked.hasSecret || !isEmbedded)
      process.stdout.write(
        'Start the server with the AUTH_SECRET of the store, otherwise all sessions end.\n',
      );
  } catch (error) {
    throw new Error(
      `${reasonOf(error)}\nNothing was restored. Empty the folder or database before you try again.`,
    );
  } finally {
    await close();
  }
}

/** The passphrase of the file that the option names, or of the environment. */
async function readPassphrase(options: Options, known: string | undefined): Promise<string | null> {
  const path = options['passphrase-file'];
  if (path === undefined) return known ?? null;
  const passphrase = (await readFile(path, 'utf8')).trim();
  if (passphrase.length < leastPassphraseLength)
    throw new UsageError(`The passphrase must have at least ${leastPassphraseLength} characters.`);
  return passphrase;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (stopping.signal.aborted) return 'Interrupted.';
  if ('code' in error && error.code === 'ENOSPC') return 'The disk is full.';
  return error.message;
}
