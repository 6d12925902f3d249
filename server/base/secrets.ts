import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';

/** Cryptography with keys derived from the shop's secret, one for each use. */
export interface Cryptography {
  /** A keyed digest: cannot be computed without the secret, and differs by purpose. */
  digest(purpose: string, text: string): Buffer;
  /** The digest, and the one with the previous secret while the secret is being replaced. */
  digests(purpose: string, text: string): Buffer[];
  /** Encrypts a text that is stored in the database. */
  encrypt(text: string): string;
  /** Decrypts. Throws for anything that was not encrypted with this secret or the previous one. */
  decrypt(encrypted: string): string;
}

const algorithm = 'aes-256-gcm';
const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;

/** Derives the keys; every process of a shop needs the same secrets. What is new is encrypted with the first one. */
export function createCryptography(secret: string, previousSecret?: string): Cryptography {
  const present = createKeys(secret);
  if (previousSecret === undefined) return present;
  const previous = createKeys(previousSecret);
  return {
    ...present,
    digests: (purpose, text) => [present.digest(purpose, text), previous.digest(purpose, text)],
    decrypt(encrypted) {
      try {
        return present.decrypt(encrypted);
      } catch {
        return previous.decrypt(encrypted);
      }
    },
  };
}

function createKeys(secret: string): Cryptography {
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `tokri ${purpose}`, keyLength));
  const encryptionKey = keyFor('seal');
  const digestKey = keyFor('digest');
  // The length makes ('a', 'bc') differ from ('ab', 'c').
  const digest = (purpose: string, text: string) =>
    createHmac('sha256', digestKey).update(`${purpose.length} ${purpose} ${text}`).digest();
  return {
    digest,
    digests: (purpose, text) => [digest(purpose, text)],
    encrypt(text) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, encryptionKey, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url');
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
 * Reads the secret of a file, created at the first start with 64 hexadecimal digits and readable by its owner only.
 * The file is complete or absent, even if two processes start at once or one is killed.
 */
export async function persistedSecret(file: string): Promise<string> {
  const known = await find(file);
  if (known !== null) return known;
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, randomBytes(length / 2).toString('hex'), { mode: 0o600, flush: true });
    // Unlike a rename, a link does not replace the file of another process.
    await link(draft, file);
  } catch (error) {
    if ((await find(file)) === null) throw error;
  } finally {
    // Also removes a partial file, for example when the disk is full.
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
  // Tokens signed with an empty key could be forged.
  if (secret.length < leastLength) throw new Error(`${file} contains no valid secret. Restore or remove it.`);
  return secret;
}
