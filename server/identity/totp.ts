import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

// RFC 6238 with the parameters that all authenticator apps know: SHA-1, 6 digits, 30 seconds. Own code with the test
// values of the RFC, because `otplib` brings six packages for 40 lines.
const stepMs = 30_000;
const digits = 6;
const secretBytes = 20;
// The clocks of phones differ, and a code may be sent just after its time.
const neighbours = [0, -1, 1];
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret of 160 bits. */
export function generateTotpSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** The code of a secret at a time. */
export function totpAt(secret: Buffer, at: Date): string {
  return codeOfStep(secret, stepOf(at));
}

/**
 * The time step whose code was entered: the present one or a neighbour; null for any other code. Codes are single
 * use, so the caller accepts only steps later than the last one.
 */
export function findTotpStep(secret: Buffer, code: string, now: Date): number | null {
  const entered = Buffer.from(code);
  const steps = neighbours.map((neighbour) => stepOf(now) + neighbour);
  // All are compared, so that the duration is the same.
  const right = steps.filter((step) => {
    const expected = Buffer.from(codeOfStep(secret, step));
    return expected.length === entered.length && timingSafeEqual(expected, entered);
  });
  return right[0] ?? null;
}

function stepOf(at: Date): number {
  return Math.floor(at.getTime() / stepMs);
}

/** HOTP of RFC 4226. */
function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const truncated = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(truncated % 10 ** digits).padStart(digits, '0');
}

/** The secret as a person types it into an app: base32 of RFC 4648 without padding. */
export function toBase32(secret: Buffer): string {
  const bits = [...secret].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The address in the QR code that apps scan. */
export function totpUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
