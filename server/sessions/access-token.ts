import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Caller } from '#server/http/context.ts';

declare module '#server/http/context.ts' {
  interface Context {
    tokens: TokenSigner;
  }
}

/** Signs and verifies access tokens without a database. */
export interface TokenSigner {
  sign(caller: Caller): Promise<string>;
  /** Null for anything but a valid access token. */
  verify(token: string): Promise<Caller | null>;
}

interface CheckedToken {
  caller: Caller;
  expiresAtSeconds: number;
}

const algorithm = 'HS256';
const issuer = 'tokri';
// A token for another purpose signed with the same secret is not an access token.
const audience = 'tokri-api';
export const accessTokenLifetimeSeconds = 15 * 60;
// About 10,000 tokens.
const tokenCacheBytes = 8 * 1024 * 1024;
const tokenBytes = (_token: CheckedToken, text: string) => 2 * text.length + 300;

/** HMAC-SHA-256; all processes of a store need the same secrets. Tokens of the previous one are valid, too. */
export function createTokenSigner(
  secret: string,
  now: () => Date = () => new Date(),
  previousSecret?: string,
): TokenSigner {
  const key = new TextEncoder().encode(secret);
  const previousKey = previousSecret === undefined ? null : new TextEncoder().encode(previousSecret);
  // A shopper sends the same token with every tap, so its signature is computed once.
  const checked = new LRUCache<string, CheckedToken>({
    maxSize: tokenCacheBytes,
    sizeCalculation: tokenBytes,
  });

  async function check(token: string, usedKey: Uint8Array): Promise<CheckedToken | null> {
    try {
      // Naming the algorithm rejects `none` and others that an attacker may choose.
      const { payload } = await jwtVerify(token, usedKey, {
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
    sign({ userId, sessionId, mustChangePassword, isByPin }) {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({
        sid: sessionId,
        ...(mustChangePassword && { change_password: true }),
        ...(isByPin && { pin: true }),
      })
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
      const fresh = (await check(token, key)) ?? (previousKey && (await check(token, previousKey)));
      if (fresh === null) return null;
      checked.set(token, fresh);
      return fresh.caller;
    },
  };
}

function toCheckedToken({ sub, sid, exp, change_password, pin }: JWTPayload): CheckedToken | null {
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return null;
  const caller = {
    userId: sub,
    sessionId: sid,
    ...(change_password === true && { mustChangePassword: true as const }),
    ...(pin === true && { isByPin: true as const }),
  };
  return { caller, expiresAtSeconds: exp };
}
