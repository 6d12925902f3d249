import type { Cryptography } from '#server/base/secrets.ts';

const purpose = 'delivery pin';

/** The PIN of an order, which its shopper tells the rider. It is computed, so that it is in no table. */
export function toDeliveryPin(cryptography: Cryptography, orderId: string): string {
  return toDigits(cryptography.digest(purpose, orderId));
}

/** Whether this is the PIN, also while the secret is being replaced. */
export function isDeliveryPin(cryptography: Cryptography, orderId: string, typed: string): boolean {
  return cryptography.digests(purpose, orderId).some((digest) => toDigits(digest) === typed);
}

function toDigits(digest: Buffer): string {
  return String(digest.readUInt32BE() % 10_000).padStart(4, '0');
}
