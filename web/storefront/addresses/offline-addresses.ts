import type { ListedAddress } from '#contract/addresses/address.ts';
import { ApiError } from '#web/api/api-error.ts';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { isRecord, ownDataKey, readStoredJson, savedAddressIdKey, writeStored } from '#web/base/storage.ts';
import { t } from '#web/texts/t.ts';
import { showToast } from '#web/ui/toast.ts';
import type { AddressValues } from './address-form.ts';

/** An address with changes that the server may not have yet. */
export type ShownAddress = ListedAddress & { isUnsaved?: boolean };

/** A change that the server has not confirmed. A new address has an id of this browser until then. */
export type AddressChange =
  | { kind: 'save'; id: string; form: AddressValues }
  | { kind: 'remove'; id: string }
  | { kind: 'default'; id: string };

interface SavedAddresses {
  userId: string;
  /** As the server listed them last. */
  listed: ListedAddress[];
  changes: AddressChange[];
}

const key = ownDataKey('addresses');
const newIdPrefix = 'new-';

/** There was no answer: the same request may succeed later. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'OFFLINE' || error.code === 'TIMEOUT');
}

/**
 * The addresses of the server with the changes that it does not have yet; without a connection, as it listed them
 * last.
 */
export async function readAddresses(userId: string, signal?: AbortSignal): Promise<ShownAddress[]> {
  try {
    await sendAddressChanges(userId);
    const { data } = await callApiOrThrow('listAddresses', {}, { signal });
    const saved = readSaved(userId);
    const listed = data.filter((address) => address.status);
    write({ userId, listed, changes: saved?.changes ?? [] });
    return applyChanges(listed, saved?.changes ?? [], userId);
  } catch (error) {
    const saved = readSaved(userId);
    if (saved === null || !isConnectionLost(error)) throw error;
    return applyChanges(saved.listed, saved.changes, userId);
  }
}

/** Stores a change until the server can be reached. Returns the address that it creates or changes. */
export function queueAddressChange(userId: string, change: AddressChange): ShownAddress | undefined {
  const { listed, changes } = readSaved(userId) ?? { listed: [], changes: [] };
  const next = [...changes.filter((earlier) => !isReplaced(earlier, change)), change];
  // An address that the server never saw is not removed there.
  const isUnsent = change.kind === 'remove' && isUnsentAddress(change.id);
  write({ userId, listed, changes: isUnsent ? next.filter(({ id }) => id !== change.id) : next });
  return applyChanges(listed, next, userId).find(({ _id }) => _id === change.id);
}

/** The server does not know this address yet: a change of it waits, too. */
function isUnsentAddress(id: string): boolean {
  return id.startsWith(newIdPrefix);
}

/** Whether a later change makes an earlier one pointless. */
function isReplaced(earlier: AddressChange, { kind, id }: AddressChange): boolean {
  return earlier.id === id
    ? kind !== 'default' || earlier.kind === 'default'
    : kind === 'default' && earlier.kind === kind;
}

/**
 * Sends what was changed without a connection, in order and one tab at a time. A change that the server rejects is
 * dropped, and the shopper is told of an address that is lost; the others wait when it cannot be reached.
 */
function sendAddressChanges(userId: string): Promise<void> {
  if (!('locks' in navigator)) return sendAll(userId);
  return navigator.locks.request('tokri-addresses', () => sendAll(userId));
}

async function sendAll(userId: string): Promise<void> {
  for (;;) {
    const saved = readSaved(userId);
    const [change] = saved?.changes ?? [];
    if (change === undefined) return;
    const outcome = await send(change);
    if (!outcome.isOk && (isConnectionLost(outcome.error) || !outcome.error.isClientError))
      throw outcome.error;
    if (!outcome.isOk && change.kind === 'save') {
      const { address_line: line } = change.form;
      showToast('error', t('addresses.notSaved', { line, reason: outcome.error.message }));
    }
    const sentId = outcome.isOk && outcome.id !== undefined ? outcome.id : change.id;
    // Read again: another change may have been stored during the request.
    const now = readSaved(userId);
    if (now === null) return;
    // Before the list has the new id: an open checkout finds its choice by it.
    if (sentId !== change.id) writeStored(savedAddressIdKey(change.id), sentId);
    const waiting = now.changes.filter((other) => JSON.stringify(other) !== JSON.stringify(change));
    write({
      ...now,
      changes: waiting.map((other) => (other.id === change.id ? { ...other, id: sentId } : other)),
    });
  }
}

type SendOutcome = { isOk: true; id?: string } | { isOk: false; error: ApiError };

async function send(change: AddressChange): Promise<SendOutcome> {
  const { id } = change;
  if (change.kind === 'remove') return callApi('disableAddress', { _id: id });
  if (change.kind === 'default') return callApi('setDefaultAddress', { _id: id });
  if (!isUnsentAddress(id)) return callApi('updateAddress', { _id: id, ...change.form });
  // An earlier request may have created it although its response was lost.
  const list = await callApi('listAddresses', {});
  if (!list.isOk) return list;
  const known = list.response.data.find((address) => address.status && hasFields(address, change.form));
  if (known !== undefined) return { isOk: true, id: known._id };
  const outcome = await callApi('createAddress', change.form);
  return outcome.isOk ? { isOk: true, id: outcome.response.data._id } : outcome;
}

/** Compares the texts: the server rounds a location. */
function hasFields(address: ListedAddress, form: AddressValues): boolean {
  return Object.entries(form).every(
    ([name, value]) => typeof value !== 'string' || Reflect.get(address, name) === value.trim(),
  );
}

function applyChanges(
  listed: readonly ListedAddress[],
  changes: readonly AddressChange[],
  userId: string,
): ShownAddress[] {
  let addresses: ShownAddress[] = [...listed];
  for (const change of changes) {
    const { id } = change;
    if (change.kind === 'remove') addresses = addresses.filter(({ _id }) => _id !== id);
    else if (change.kind === 'default')
      addresses = addresses.map((one) => ({
        ...one,
        isDefault: one._id === id,
        isPreselected: one._id === id,
      }));
    else if (addresses.some(({ _id }) => _id === id))
      addresses = addresses.map((one) =>
        one._id === id ? { ...one, ...change.form, isUnsaved: true } : one,
      );
    else if (isUnsentAddress(id)) {
      const isDefault = addresses.length === 0;
      const createdAt = new Date().toISOString();
      const added = {
        _id: id,
        userId,
        status: true,
        isDefault,
        isPreselected: isDefault,
        lastUsedAt: null,
        createdAt,
        isUnsaved: true,
      };
      addresses = [{ ...change.form, ...added }, ...addresses];
    }
  }
  return addresses;
}

function readSaved(userId: string): SavedAddresses | null {
  const value = readStoredJson(key);
  return isSaved(value) && value.userId === userId ? value : null;
}

function write(saved: SavedAddresses): void {
  writeStored(key, JSON.stringify(saved));
}

/** Not trusted: an older version, other scripts of this origin or the shopper may have written it. */
function isSaved(value: unknown): value is SavedAddresses {
  return (
    isRecord(value) &&
    typeof value.userId === 'string' &&
    Array.isArray(value.listed) &&
    value.listed.every(
      (one) => isRecord(one) && typeof one._id === 'string' && typeof one.address_line === 'string',
    ) &&
    Array.isArray(value.changes) &&
    value.changes.every(isChange)
  );
}

function isChange(value: unknown): value is AddressChange {
  if (!isRecord(value) || typeof value.id !== 'string') return false;
  if (value.kind === 'save') return isRecord(value.form) && typeof value.form.address_line === 'string';
  return value.kind === 'remove' || value.kind === 'default';
}
