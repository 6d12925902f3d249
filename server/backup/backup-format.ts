import { z } from 'zod';

/** Rises when an earlier version could not restore the files of this one. */
export const backupFormat = 1;

/** The first entry of a backup. */
export const headerName = 'backup.json';
/** Secret of a store without `AUTH_SECRET`, in its data directory and in a backup. */
export const secretFile = 'auth-secret';
/** The queued jobs. */
export const jobsName = 'jobs.json';

/**
 * The header of a backup; names of tables, columns and sequences are checked, because they become part of statements.
 */
const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
export const backupHeader = z.object({
  format: z.literal(backupFormat),
  createdAt: z.iso.datetime(),
  database: z.object({
    migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
    tables: z.array(z.object({ name: identifier, columns: z.array(identifier).min(1) })).min(1),
    sequences: z.array(z.object({ name: identifier, value: z.number().int() })),
  }),
});
export type BackupHeader = z.output<typeof backupHeader>;

export const copiedJobs = z.array(
  z.object({
    name: z.string(),
    payload: z.unknown(),
    queue: z.string().nullable(),
    key: z.string().nullable(),
    runAt: z.string(),
    maximumAttempts: z.number().int(),
    priority: z.number().int(),
    flags: z.array(z.string()).nullable(),
  }),
);

/** The part of a backup that an entry belongs to; null for a name that no backup has, such as one with `..`. */
export function parseEntryName(
  name: string,
):
  | { kind: 'header' | 'secret' | 'jobs' }
  | { kind: 'rows'; table: string }
  | { kind: 'image'; key: string }
  | null {
  if (name === headerName) return { kind: 'header' };
  if (name === secretFile) return { kind: 'secret' };
  if (name === jobsName) return { kind: 'jobs' };
  const [, table] = /^tables\/([a-z_][a-z0-9_]{0,62})\/\d{6,}$/.exec(name) ?? [];
  if (table !== undefined) return { kind: 'rows', table };
  const [, key] = /^images\/([0-9A-Za-z]{16,64}\/\d{2,4}\.(?:avif|webp))$/.exec(name) ?? [];
  return key === undefined ? null : { kind: 'image', key };
}
