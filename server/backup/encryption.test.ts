import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { beforeAll, expect, test } from 'vitest';
import { createDecryption, createEncryption, encryptionMagic } from './encryption.ts';

const passphrase = 'correct horse battery staple';
const chunk = 64 * 1024;
const sealedChunk = chunk + 16;
const headerLength = encryptionMagic.length + 1 + 16 + 7;

async function encrypt(plain: Buffer): Promise<Buffer> {
  return buffer(Readable.from([plain]).pipe(await createEncryption(passphrase, 4)));
}

async function decrypt(sealed: Buffer, with_ = passphrase): Promise<Buffer> {
  const decryption = createDecryption(with_);
  // In pieces that fit neither header nor chunks.
  const pieces = Array.from({ length: Math.ceil(sealed.length / 1000) }, (_, index) =>
    sealed.subarray(index * 1000, (index + 1) * 1000),
  );
  const [opened] = await Promise.all([buffer(decryption), pipeline(Readable.from(pieces), decryption)]);
  return opened;
}

test.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk])(
  '%i bytes are decrypted unchanged',
  async (length) => {
    const plain = randomBytes(length);
    expect((await decrypt(await encrypt(plain))).equals(plain)).toBe(true);
  },
);

test('equal texts are encrypted differently', async () => {
  const plain = randomBytes(100);
  expect((await encrypt(plain)).equals(await encrypt(plain))).toBe(false);
});

test('another passphrase is refused', async () => {
  const sealed = await encrypt(Buffer.from('secret'));
  await expect(decrypt(sealed, 'correct horse battery stable')).rejects.toThrow('The passphrase is wrong');
});

let long: Buffer;
beforeAll(async () => {
  long = await encrypt(randomBytes(3 * chunk));
});

test.each([0, 1, encryptionMagic.length, headerLength - 1, headerLength, headerLength + 1])(
  'a file that ends after %i bytes is refused',
  async (length) => {
    await expect(decrypt(long.subarray(0, length))).rejects.toThrow(/cut off|was changed/);
  },
);

test.each([
  ['without its last chunk', () => long.subarray(0, headerLength + 2 * sealedChunk)],
  ['without its last byte', () => long.subarray(0, -1)],
  ['with a byte more', () => Buffer.concat([long, Buffer.of(0)])],
  [
    'with a chunk twice',
    () => Buffer.concat([long.subarray(0, headerLength + sealedChunk), long.subarray(headerLength)]),
  ],
  [
    'with two chunks exchanged',
    () =>
      Buffer.concat([
        long.subarray(0, headerLength),
        long.subarray(headerLength + sealedChunk, headerLength + 2 * sealedChunk),
        long.subarray(headerLength, headerLength + sealedChunk),
        long.subarray(headerLength + 2 * sealedChunk),
      ]),
  ],
  ...[encryptionMagic.length, headerLength - 1, headerLength + 5, headerLength + sealedChunk + 9].map(
    (at): [string, () => Buffer] => [
      `with another byte at ${at}`,
      () => {
        const changed = Buffer.from(long);
        changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
        return changed;
      },
    ],
  ),
])('a file %s is refused', async (_what, change) => {
  await expect(decrypt(change())).rejects.toThrow(/cut off|changed/);
});
