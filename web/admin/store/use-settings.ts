import { useState } from 'react';
import type { EndpointResponse } from '#contract/api.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { isSame, keepMine } from '#web/admin/conflict-dialog.tsx';
import type { Edited } from '#web/admin/form-parts.tsx';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { showToast } from '#web/ui/toast.ts';
import { type SettingsSectionId, settingsSectionIds, settingsTexts } from './settings-texts.ts';

type Versioned = EndpointResponse<'getStoreSettings'>['data'];
type Key = keyof StoreSettings;

/** Why a section was not saved. */
export interface SettingsFailure {
  message: string;
  /** Errors by the path of their field, such as `charges.handlingAmt`. */
  issues: ReadonlyMap<string, string>;
  /** Another administrator has changed the section: the newest settings. */
  theirs?: Versioned;
}

interface State {
  /** The newest settings that are known. */
  stored: Versioned;
  /** Those that the draft started from: of a changed section the ones before the change. */
  base: StoreSettings;
  draft: StoreSettings;
}

/** Copies fields of an object onto another one. */
function withFields<Fields extends object>(
  onto: Fields,
  from: Fields,
  keys: readonly (keyof Fields)[],
): Fields {
  const copied = { ...onto };
  for (const key of keys) copied[key] = from[key];
  return copied;
}

const keysOf = (id: SettingsSectionId): readonly Key[] => settingsTexts[id].keys;

/** The section that has the field of an error. */
export function findSection(path: string): SettingsSectionId | undefined {
  return settingsSectionIds.find((id) => keysOf(id).some((key) => key === path.split('.')[0]));
}

/**
 * The settings as they are edited. Each section is saved alone: onto the newest settings, so that changes of others in
 * other sections remain, while one in the same section is reported.
 */
export function useSettings(initial: Versioned) {
  const [{ stored, base, draft }, setState] = useState<State>({
    stored: initial,
    base: initial.settings,
    draft: initial.settings,
  });
  const [failures, setFailures] = useState<ReadonlyMap<SettingsSectionId, SettingsFailure>>(new Map());
  const [busyId, setBusyId] = useState<SettingsSectionId | null>(null);

  const changedKeys = (id: SettingsSectionId) => keysOf(id).filter((key) => !isSame(draft[key], base[key]));

  function fail(id: SettingsSectionId, failure: SettingsFailure | null) {
    setFailures((before) => {
      const after = new Map(before);
      if (failure === null) after.delete(id);
      else after.set(id, failure);
      return after;
    });
  }

  /** Takes over newer settings. What was edited here stays, unless it is still as in `draft` and one of `settled`. */
  function receive(newest: Versioned, settled: readonly Key[]) {
    setState((state) => {
      const before = withFields(state.base, draft, settled);
      const edited = settingsSectionIds
        .flatMap(keysOf)
        .filter((key) => !settled.includes(key) && !isSame(state.draft[key], state.base[key]));
      return {
        stored: newest,
        base: withFields(newest.settings, state.base, edited),
        draft: keepMine(before, state.draft, newest.settings),
      };
    });
  }

  async function send(id: SettingsSectionId, keys: readonly Key[], onto: Versioned): Promise<void> {
    const given = { version: onto.version, settings: withFields(onto.settings, draft, keys) };
    const outcome = await callApi('updateStoreSettings', given);
    if (outcome.isOk) {
      receive(outcome.response.data, keys);
      fail(id, null);
      showToast('success', outcome.response.message);
      return;
    }
    const { code, message, issues } = outcome.error;
    if (code !== 'CHANGED_MEANWHILE') return fail(id, { message, issues: toIssues(issues) });
    const read = await callApi('getStoreSettings', {});
    if (!read.isOk) return fail(id, { message: read.error.message, issues: new Map() });
    const newest = read.response.data;
    const isUntouched = keys.every((key) => isSame(newest.settings[key], base[key]));
    // A change of another section between the two calls.
    if (isUntouched && onto === stored) return send(id, keys, newest);
    if (isUntouched) return fail(id, { message, issues: new Map() });
    const text = `Someone else changed ‘${settingsTexts[id].title}’.`;
    fail(id, { message: text, issues: new Map(), theirs: newest });
  }

  async function save(id: SettingsSectionId, onto = stored): Promise<void> {
    if (busyId !== null) return;
    const keys = changedKeys(id);
    if (keys.length === 0) {
      showToast('success', 'No changes to save');
      return;
    }
    setBusyId(id);
    // A second failure is announced too, also with the text of the first one.
    fail(id, null);
    await send(id, keys, onto);
    setBusyId(null);
  }

  return {
    stored,
    draft,
    busyId,
    save,
    changedIds: settingsSectionIds.filter((id) => changedKeys(id).length > 0),
    failureOf: (id: SettingsSectionId) => failures.get(id),
    /** Returns a section to what is stored, or to what another administrator has stored. */
    discard(id: SettingsSectionId) {
      receive(failures.get(id)?.theirs ?? stored, keysOf(id));
      fail(id, null);
    },
    edit<Name extends Key>(id: SettingsSectionId, name: Name): Edited<StoreSettings[Name]> {
      const issues = [...(failures.get(id)?.issues ?? [])];
      return {
        value: draft[name],
        errorOf: (path) => {
          const whole = path === '' ? name : `${name}.${path}`;
          return issues.find(([found]) => `${found}.`.startsWith(`${whole}.`))?.[1];
        },
        onChange: (value) => setState((state) => ({ ...state, draft: { ...state.draft, [name]: value } })),
      };
    },
  };
}

export type SettingsForm = ReturnType<typeof useSettings>;

const toIssues = (issues: ApiError['issues']): ReadonlyMap<string, string> =>
  new Map(issues.map(({ path, message }) => [path.replace(/^settings\./, ''), message]));
