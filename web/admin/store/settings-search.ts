import { matchesWords } from '#web/admin/search-box.tsx';
import {
  type FieldText,
  type SettingsSectionId,
  settingsSectionIds,
  settingsTexts,
} from './settings-texts.ts';

/** A section, or a field of it. */
export interface FoundSetting {
  id: SettingsSectionId;
  /** The label of the field; undefined for the section itself. */
  field: string | undefined;
  title: string;
  /** The words in Hindi if only they contain what was typed. */
  hindi: string | undefined;
}

interface Entry extends FieldText {
  id: SettingsSectionId;
  field: string | undefined;
}

const entries: readonly Entry[] = settingsSectionIds.flatMap((id) => {
  const { title, hindi, fields } = settingsTexts[id];
  const texts = Object.values<FieldText>(fields);
  return [
    { id, field: undefined, label: title, hindi },
    ...texts.map((text) => ({ ...text, id, field: text.label })),
  ];
});

/** The sections and fields whose label, help text or words in Hindi contain each typed word; labels first. */
export function searchSettings(typed: string): FoundSetting[] {
  if (typed.trim() === '') return [];
  const inLabel = entries.filter(({ label }) => matchesWords(label, typed));
  const inHindi = entries.filter(({ hindi }) => matchesWords(hindi, typed));
  const inAll = entries.filter(({ id, label, hint = '' }) =>
    matchesWords(`${settingsTexts[id].title} ${label} ${hint}`, typed),
  );
  const inEnglish = new Set([...inLabel, ...inAll]);
  return [...new Set([...inLabel, ...inHindi, ...inAll])].map((entry) => ({
    id: entry.id,
    field: entry.field,
    title: settingsTexts[entry.id].title,
    hindi: inEnglish.has(entry) ? undefined : entry.hindi,
  }));
}
