import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { toBase64Url } from '#web/session/device.ts';

// Apart from reset-state.ts, because the login needs that without the hash.

/** A random verifier, and the challenge that the server stores with the permission to reset (RFC 7636). */
export function createVerifier(): { verifier: string; challenge: string } {
  const verifier = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  // Not `crypto.subtle`, which browsers lack at http addresses other than localhost.
  return { verifier, challenge: toBase64Url(sha256(utf8ToBytes(verifier))) };
}
