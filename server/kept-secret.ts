import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';

const length = 64;
const leastLength = 32;

/**
 * The secret in a file, 64 hexadecimal digits that only the owner of the file can read; made at the first time.
 * The file is whole or absent, also when two processes start together or one is killed meanwhile.
 */
export async function keptSecret(file: string): Promise<string> {
  const known = await find(file);
  if (known !== null) return known;
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, randomBytes(length / 2).toString('hex'), { mode: 0o600, flush: true });
    // Unlike a rename, a link never replaces what another process has put there meanwhile.
    await link(draft, file);
  } catch (error) {
    if ((await find(file)) === null) throw error;
  } finally {
    // Also a part of one, from a disk that is full.
    await rm(draft, { force: true });
  }
  return keptSecret(file);
}

async function find(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const secret = text.trim();
  // An empty key would sign tokens that everybody can forge.
  if (secret.length < leastLength)
    throw new Error(`${file} holds no secret any more. Restore it, or remove it.`);
  return secret;
}
