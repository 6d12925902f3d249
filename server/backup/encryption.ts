import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { Transform } from 'node:stream';
import { promisify } from 'node:util';

/** Wrong passphrase, or the file was changed or cut off. */
export class DecryptionError extends Error {
  override name = 'DecryptionError';
}

/** The first bytes of an encrypted file. */
export const encryptionMagic = Buffer.from('TOKRI-ENCRYPTED-1\n');

// The file is the magic, the cost of scrypt, a salt, a nonce and chunks. Each chunk is encrypted and authenticated
// with AES-256-GCM under a nonce of the file's, the number of the chunk and a byte that is 1 for the last one, so
// that chunks can be neither changed, reordered, dropped nor cut off (the STREAM construction of Hoang, Reyhanitabar,
// Rogaway and Vizár).
const algorithm = 'aes-256-gcm';
const saltLength = 16;
const noncePrefixLength = 7;
const tagLength = 16;
const chunkLength = 64 * 1024;
const headerLength = encryptionMagic.length + 1 + saltLength + noncePrefixLength;
/** 128 MB of memory and about half a second for each guess. */
const defaultCost = 17;
const maximumCost = 20;

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** `cost` is the binary logarithm of scrypt's N. */
function derive(passphrase: string, salt: Buffer, cost: number): Promise<Buffer> {
  if (cost > maximumCost) return Promise.reject(new DecryptionError('The file was changed.'));
  return scryptAsync(passphrase, salt, 32, { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** (cost + 11) });
}

function nonceOf(prefix: Buffer, chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  prefix.copy(nonce);
  nonce.writeUInt32BE(chunk, noncePrefixLength);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Encrypts what is written to it with a key from the passphrase. Only tests use another cost. */
export async function createEncryption(passphrase: string, cost = defaultCost): Promise<Transform> {
  const [salt, prefix] = [randomBytes(saltLength), randomBytes(noncePrefixLength)];
  const key = await derive(passphrase, salt, cost);
  const header = Buffer.concat([encryptionMagic, Buffer.of(cost), salt, prefix]);
  const seal = (plain: Buffer, chunk: number, isLast: boolean) => {
    const cipher = createCipheriv(algorithm, key, nonceOf(prefix, chunk, isLast)).setAAD(header);
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  return inChunks(chunkLength, seal, header);
}

/** Decrypts what is written to it. Its error is a `DecryptionError`; what it passed on before that was not changed. */
export function createDecryption(passphrase: string): Transform {
  let header = Buffer.alloc(0);
  let key: Buffer | null = null;
  const open = (sealed: Buffer, chunk: number, isLast: boolean) => {
    if (key === null) throw new DecryptionError('The file is cut off.');
    try {
      const nonce = nonceOf(header.subarray(-noncePrefixLength), chunk, isLast);
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(header);
      decipher.setAuthTag(sealed.subarray(-tagLength));
      return Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()]);
    } catch {
      throw new DecryptionError(
        chunk === 0
          ? 'The passphrase is wrong, or the file was changed.'
          : 'The file was changed or is cut off.',
      );
    }
  };
  const chunks = inChunks(chunkLength + tagLength, open);
  const transform = chunks._transform.bind(chunks);
  chunks._transform = (bytes: Buffer, encoding, done) => {
    if (key !== null) return transform(bytes, encoding, done);
    header = Buffer.concat([header, bytes]);
    if (header.length < headerLength) return done();
    const rest = header.subarray(headerLength);
    header = header.subarray(0, headerLength);
    const salt = header.subarray(-noncePrefixLength - saltLength, -noncePrefixLength);
    derive(passphrase, salt, header.readUInt8(encryptionMagic.length)).then(
      (derived) => {
        key = derived;
        transform(rest, encoding, done);
      },
      (error: Error) => done(error),
    );
  };
  return chunks;
}

/** Applies `work` to pieces of a fixed length; the last one, which may be shorter, is known at the end only. */
function inChunks(
  length: number,
  work: (bytes: Buffer, chunk: number, isLast: boolean) => Buffer,
  header = Buffer.alloc(0),
): Transform {
  let pending: Buffer[] = [];
  let pendingLength = 0;
  let chunk = 0;
  const stream = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      pending.push(bytes);
      pendingLength += bytes.length;
      if (pendingLength <= length) return done();
      try {
        let rest = Buffer.concat(pending);
        for (; rest.length > length; rest = rest.subarray(length)) {
          this.push(work(rest.subarray(0, length), chunk, false));
          chunk += 1;
        }
        pending = [rest];
        pendingLength = rest.length;
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
    flush(done) {
      try {
        done(null, work(Buffer.concat(pending), chunk, true));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  if (header.length > 0) stream.push(header);
  return stream;
}
