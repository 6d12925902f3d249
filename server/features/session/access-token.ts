import { jwtVerify, SignJWT } from 'jose';
import type { Caller } from '../../context.ts';

/** Signs access tokens and checks them, without a database (decisions section 2). */
export interface TokenSigner {
  sign(caller: Caller): Promise<string>;
  /** The caller, or null for anything but a token of ours that is still valid. */
  verify(token: string): Promise<Caller | null>;
}

const algorithm = 'HS256';
const issuer = 'tokri';
const lifetime = '15m';

/** A signer with HMAC-SHA-256; every process of a shop needs the same secret. */
export function tokenSigner(secret: string): TokenSigner {
  const key = new TextEncoder().encode(secret);
  return {
    sign({ userId, sessionId }) {
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm })
        .setIssuer(issuer)
        .setSubject(userId)
        .setIssuedAt()
        .setExpirationTime(lifetime)
        .sign(key);
    },
    async verify(token) {
      try {
        // Naming the algorithm refuses `none` and every other key that a forger may choose.
        const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], issuer });
        const { sub, sid } = payload;
        return typeof sub === 'string' && typeof sid === 'string' ? { userId: sub, sessionId: sid } : null;
      } catch {
        return null;
      }
    },
  };
}
