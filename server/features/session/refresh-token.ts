import { createHash, randomBytes } from 'node:crypto';

/** A new refresh token: 256 random bits that mean nothing. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a refresh token. It is random, so a fast hash is enough. */
export function refreshTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
