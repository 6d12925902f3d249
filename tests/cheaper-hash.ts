import { argon2Sync } from 'node:crypto';

/** A hash as the shop might have made it when computers were slower. */
export function cheaperHash(password: string): string {
  const nonce = Buffer.alloc(16, 1);
  const parameters = { memory: 64, passes: 1, parallelism: 1, tagLength: 32, message: password, nonce };
  const tag = argon2Sync('argon2id', parameters);
  return `$argon2id$v=19$m=64,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
