import { useEffect } from 'react';
import { create } from 'zustand';
import type { Address } from '#contract/addresses/address.ts';
import type { Place } from '#contract/delivery/delivery-area.ts';
import { readTokens } from '#web/api/tokens.ts';
import {
  chosenAddressKey,
  onStorageChange,
  ownDataKey,
  readStored,
  readStoredJson,
  removeStored,
  writeStored,
} from '#web/base/storage.ts';
import { subscribeToSession } from '#web/session/session.ts';

/** Where the shopper wants the delivery: a PIN code, a saved address, or coordinates without a PIN code (''). */
export interface ChosenPlace extends Place {
  addressId: string | null;
  /** What the shopper calls an address; otherwise empty. */
  name: string;
  /** False for the address that the server suggests, which changes with the orders. */
  isChosen: boolean;
}

const pincodeKey = 'tokri.place';
const askedKey = 'tokri.place-asked';
/** Removed with the session. */
const addressKey = ownDataKey('place');

/** Unknown on the server and during hydration, so that cached pages are the same for everybody. */
const useStore = create<{ place: ChosenPlace | undefined }>()(() => ({ place: undefined }));
let isStarted = false;

function start(): void {
  if (isStarted) return;
  isStarted = true;
  const read = () => useStore.setState({ place: readPlace() });
  onStorageChange([pincodeKey, addressKey], read);
  subscribeToSession(read);
  read();
}

/** The place that this browser stores; undefined if there is none. */
export function usePlace(): ChosenPlace | undefined {
  useEffect(start, []);
  return useStore(({ place }) => place);
}

/** What `usePlace` returns once it has been read. */
export function readPlace(): ChosenPlace | undefined {
  const ofAddress = readTokens() === null ? null : readStoredJson(addressKey);
  return [ofAddress, readStoredJson(pincodeKey)].find(isChosenPlace);
}

/** Stores a place; without one, forgets it. */
export function setPlace(place: ChosenPlace | undefined): void {
  removeStored(pincodeKey);
  removeStored(addressKey);
  removeStored(chosenAddressKey);
  if (place !== undefined)
    writeStored(place.addressId === null ? pincodeKey : addressKey, JSON.stringify(place));
  if (place?.isChosen && place.addressId !== null) writeStored(chosenAddressKey, place.addressId);
  useStore.setState({ place });
}

/** Whether this browser has been asked for the place: the shopper has answered, or closed the question. */
export function wasAskedForPlace(): boolean {
  return readStored(askedKey) !== null;
}

/** Never asks this browser again. */
export function setAskedForPlace(): void {
  writeStored(askedKey, '1');
}

/** Calls back when another tab of this browser is answered. Returns the function that stops it. */
export function onAskedForPlace(callback: () => void): () => void {
  return onStorageChange([askedKey], callback);
}

export function pincodePlace(pincode: string, location: Place['location'] = null): ChosenPlace {
  return { pincode, country: 'India', location, addressId: null, name: '', isChosen: true };
}

/** `names` are the texts of the labels. */
export function addressPlace(
  { _id, pincode, country, location, label, address_line }: Address,
  names: Readonly<Record<string, string>>,
  isChosen: boolean,
): ChosenPlace {
  return { pincode, country, location, addressId: _id, name: names[label] ?? address_line, isChosen };
}

/** Not trusted: an older version, other scripts of this origin or the shopper may have written it. */
function isChosenPlace(value: unknown): value is ChosenPlace {
  if (typeof value !== 'object' || value === null) return false;
  const { pincode, country, location, addressId, name, isChosen }: Record<string, unknown> = { ...value };
  return (
    [pincode, country, name].every((text) => typeof text === 'string') &&
    (addressId === null || typeof addressId === 'string') &&
    typeof isChosen === 'boolean' &&
    (location === null || isLocation(location))
  );
}

function isLocation(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { latitude, longitude }: Record<string, unknown> = { ...value };
  return Number.isFinite(latitude) && Number.isFinite(longitude);
}
