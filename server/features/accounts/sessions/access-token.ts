import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Caller } from '#server/context.ts';
import { newestEntries } from './newest-entries.ts';

/** Signs access tokens and checks them, without a database (decisions section 2). */
export interface TokenSigner {
  sign(caller: Caller): Promise<string>;
  /** The caller, or null for anything but a token of ours that is still valid. */
  verify(token: string): Promise<Caller | null>;
}

interface CheckedToken {
  caller: Caller;
  expiresAtSeconds: number;
}

const algorithm = 'HS256';
const issuer = 'tokri';
// Whatever else is ever signed with the same secret, such as a link in a mail, is no access token.
const audience = 'tokri-api';
/** How long an access token is valid (decisions section 2). */
export const accessTokenLifetimeSeconds = 15 * 60;
const rememberedTokens = 10_000;

/** A signer with HMAC-SHA-256; every process of a shop needs the same secret. */
export function createTokenSigner(secret: string, now: () => Date = () => new Date()): TokenSigner {
  const key = new TextEncoder().encode(secret);
  // A shopper sends the same token with every tap, so its signature is computed once.
  const checked = newestEntries<string, CheckedToken>(rememberedTokens);

  async function check(token: string): Promise<CheckedToken | null> {
    try {
      // Naming the algorithm refuses `none` and every other one that a forger may choose.
      const { payload } = await jwtVerify(token, key, {
        algorithms: [algorithm],
        issuer,
        audience,
        requiredClaims: ['exp'],
        currentDate: now(),
      });
      return toCheckedToken(payload);
    } catch {
      return null;
    }
  }

  return {
    sign({ userId, sessionId }) {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + accessTokenLifetimeSeconds)
        .sign(key);
    },
    async verify(token) {
      const known = checked.get(token);
      if (known !== undefined) {
        if (known.expiresAtSeconds * 1000 > now().getTime()) return known.caller;
        checked.delete(token);
        return null;
      }
      const fresh = await check(token);
      if (fresh === null) return null;
      checked.set(token, fresh);
      return fresh.caller;
    },
  };
}

function toCheckedToken({ sub, sid, exp }: JWTPayload): CheckedToken | null {
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return null;
  return { caller: { userId: sub, sessionId: sid }, expiresAtSeconds: exp };
}
