import { readStored, writeStored } from '#web/base/storage.ts';

const deviceKey = 'tokri.device';

/** The random value by which the server knows this browser at a login. It stays after a logout. */
export function readDevice(): string {
  const stored = readStored(deviceKey);
  if (stored !== null && /^[\w-]{43}$/.test(stored)) return stored;
  const device = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  writeStored(deviceKey, device);
  return device;
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
