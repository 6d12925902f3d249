import Bowser from 'bowser';
import type { Session } from '#contract/identity/account.ts';
import { unknownDevice } from '#contract/sessions/device.ts';

/** Browser and operating system, such as `Chrome on Android`. */
export type Device = Pick<Session, 'device' | 'kind'>;

const unknown: Device = { device: unknownDevice, kind: 'unknown' };
const kinds = new Map<string, Session['kind']>([
  ['mobile', 'phone'],
  ['tablet', 'tablet'],
  ['desktop', 'computer'],
]);
// The only kind of device whose operating system Bowser omits.
const computers = new Set(['Chrome OS']);

/** Parses a User-Agent. Only known names are returned, never text of the client. */
export function parseDevice(userAgent: string): Device {
  if (userAgent === '') return unknown;
  const { browser, os, platform } = Bowser.parse(userAgent);
  const place = platform.vendor === 'Apple' && platform.model ? platform.model : os.name;
  const program = browser.name?.replace(/ for Android$/, '');
  const device = program && place ? `${program} on ${place}` : program || place;
  if (!device) return unknown;
  const kind = kinds.get(platform.type ?? '') ?? (computers.has(os.name ?? '') ? 'computer' : 'unknown');
  return { device, kind };
}
