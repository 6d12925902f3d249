import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';

/** What the shop's own secret is good for, besides signing access tokens. Every use has a key of its own. */
export interface Secrets {
  /** A digest that nobody can compute or try out without the shop's secret; the same text differs by purpose. */
  digest(purpose: string, text: string): Buffer;
  /** A text that only the shop can read again: for what has to wait in the database. */
  encrypt(text: string): string;
  /** What was sealed. Throws for anything that was not sealed with this secret. */
  open(sealed: string): string;
}

const algorithm = 'aes-256-gcm';
const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;

/** Derives the keys from the secret of the configuration; every process of a shop needs the same one. */
export function createSecrets(secret: string): Secrets {
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `tokri ${purpose}`, keyLength));
  const encryptionKey = keyFor('seal');
  const digestKey = keyFor('digest');
  return {
    digest(purpose, text) {
      // The length keeps ('a', 'bc') from being ('ab', 'c').
      return createHmac('sha256', digestKey).update(`${purpose.length} ${purpose} ${text}`).digest();
    },
    encrypt(text) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, encryptionKey, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const nonce = bytes.subarray(0, nonceLength);
      const decipher = createDecipheriv(algorithm, encryptionKey, nonce, { authTagLength: tagLength });
      decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
      const body = bytes.subarray(nonceLength + tagLength);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}

const length = 64;
const leastLength = 32;

/**
 * The secret in a file, 64 hexadecimal digits that only the owner of the file can read; made at the first time.
 * The file is whole or absent, also when two processes start together or one is killed meanwhile.
 */
export async function persistedSecret(file: string): Promise<string> {
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
  return persistedSecret(file);
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
