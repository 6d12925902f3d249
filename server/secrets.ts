import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** What the shop's own secret is good for, besides signing access tokens. Every use has a key of its own. */
export interface Secrets {
  /** A digest that nobody can compute or try out without the shop's secret; the same text differs by purpose. */
  digest(purpose: string, text: string): Buffer;
  /** A text that only the shop can read again: for what has to wait in the database. */
  seal(text: string): string;
  /** What was sealed. Throws for anything that was not sealed with this secret. */
  open(sealed: string): string;
}

const algorithm = 'aes-256-gcm';
const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;

/** Derives the keys from the secret of the configuration; every process of a shop needs the same one. */
export function openSecrets(secret: string): Secrets {
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `tokri ${purpose}`, keyLength));
  const sealKey = keyFor('seal');
  const digestKey = keyFor('digest');
  return {
    digest(purpose, text) {
      // The length keeps ('a', 'bc') from being ('ab', 'c').
      return createHmac('sha256', digestKey).update(`${purpose.length} ${purpose} ${text}`).digest();
    },
    seal(text) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, sealKey, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const nonce = bytes.subarray(0, nonceLength);
      const decipher = createDecipheriv(algorithm, sealKey, nonce, { authTagLength: tagLength });
      decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
      const body = bytes.subarray(nonceLength + tagLength);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}
