import { readStored, removeStored, writeStored } from '#web/base/storage.ts';

const staffDeviceKey = 'tokri.staffDevice';

/** The value by which the server knows this browser as approved for logins by PIN. It stays after a logout. */
export function readStaffDevice(): string | null {
  return readStored(staffDeviceKey);
}

export function storeStaffDevice(device: string): void {
  writeStored(staffDeviceKey, device);
}

export function forgetStaffDevice(): void {
  removeStored(staffDeviceKey);
}
