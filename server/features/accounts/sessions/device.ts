import Bowser from 'bowser';
import type { Session } from '#contract/account.ts';

/** What a shopper calls a device: the browser and what it runs on. */
export type Device = Pick<Session, 'device' | 'kind'>;

const unknownDevice: Device = { device: 'Unknown device', kind: 'unknown' };
const kinds = new Map<string, Session['kind']>([
  ['mobile', 'phone'],
  ['tablet', 'tablet'],
  ['desktop', 'computer'],
]);
// Its operating system is known for one kind of device only, which Bowser leaves out.
const computers = new Set(['Chrome OS']);

/** Reads a User-Agent, such as `Chrome on Android`. Only known names come through, whatever a client may send. */
export function parseDevice(userAgent: string): Device {
  if (userAgent === '') return unknownDevice;
  const { browser, os, platform } = Bowser.parse(userAgent);
  const place = platform.vendor === 'Apple' && platform.model ? platform.model : os.name;
  const program = browser.name?.replace(/ for Android$/, '');
  const device = program && place ? `${program} on ${place}` : program || place;
  if (!device) return unknownDevice;
  const kind = kinds.get(platform.type ?? '') ?? (computers.has(os.name ?? '') ? 'computer' : 'unknown');
  return { device, kind };
}
