import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Permission } from '#contract/base/permissions.ts';
import { matchesWords, SearchBox } from '#web/admin/search-box.tsx';
import { may, useSession } from '#web/session/session.ts';
import { SelectField } from '#web/ui/field.tsx';
import type { SettingsTarget } from './settings-section.tsx';
import {
  type FieldText,
  type SettingsSectionId,
  settingsSectionIds,
  settingsTexts,
} from './settings-texts.ts';

interface SettingsIndexProps {
  current: SettingsSectionId;
  /** Sections with unsaved changes. */
  changedIds: readonly SettingsSectionId[];
}

/** Sections that not everyone who changes settings may change (`server/store/settings.service.ts`). */
const permissionsBySection: Partial<Record<SettingsSectionId, Permission>> = {
  legal: 'payment-settings',
  tax: 'payment-settings',
  pause: 'pause-orders',
  payments: 'payment-settings',
};

/** The sections that the user may change. */
export function useAllowedSections(): SettingsSectionId[] {
  const { user } = useSession();
  return settingsSectionIds.filter((id) => may(user, permissionsBySection[id] ?? 'settings'));
}

const targetOf = (field?: string): SettingsTarget => ({ focus: { field } });

/** The sections with a search over their fields: a list beside the section, below 768 px a select above it. */
export function SettingsIndex({ current, changedIds }: SettingsIndexProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const allowed = useAllowedSections();
  const found = searchSettings(typed).filter(({ id }) => allowed.includes(id));
  const isSearching = typed.trim() !== '';
  const open = ({ id, field }: FoundSetting) => {
    setTyped('');
    void navigate({ hash: id }, { state: targetOf(field) });
  };
  return (
    <div className="space-y-3 md:sticky md:top-[calc(var(--header-stuck)+1.5rem)] md:max-h-[calc(100dvh-var(--header-stuck)-3rem)] md:overflow-y-auto short:static short:max-h-none">
      <search>
        <form
          className="flex"
          onSubmit={(event) => {
            event.preventDefault();
            if (found[0] !== undefined) open(found[0]);
          }}
        >
          <SearchBox label="Search settings" placeholder="Search settings" text={typed} onType={setTyped} />
        </form>
      </search>
      <p
        role="status"
        className={isSearching && found.length === 0 ? 'px-3 text-sm text-ink-soft' : 'sr-only'}
      >
        {!isSearching ? '' : found.length === 0 ? 'No results' : `${found.length} found`}
      </p>
      {isSearching ? (
        <Results found={found} onChoose={() => setTyped('')} />
      ) : (
        <>
          <div className="md:hidden">
            <SelectField
              label="Section"
              choices={allowed.map((id) => [
                id,
                `${settingsTexts[id].title}${changedIds.includes(id) ? ' (unsaved)' : ''}`,
              ])}
              value={current}
              onChange={({ target }) => void navigate({ hash: target.value }, { preventScrollReset: true })}
            />
          </div>
          <nav aria-label="Sections" className="max-md:hidden">
            <ul>
              {allowed.map((id) => (
                <li key={id}>
                  <Link
                    to={{ hash: id }}
                    state={targetOf()}
                    aria-current={id === current ? 'true' : undefined}
                    className="flex min-h-11 items-center gap-2 rounded-md px-3 py-1 font-semibold hover:bg-sunken aria-[current=true]:bg-leaf-soft aria-[current=true]:text-leaf pointer-fine:min-h-9"
                  >
                    {settingsTexts[id].title}
                    {changedIds.includes(id) && (
                      <span className="ml-auto size-2 flex-none rounded-full bg-marigold">
                        <span className="sr-only">, unsaved changes</span>
                      </span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </>
      )}
    </div>
  );
}

function Results({ found, onChoose }: { found: readonly FoundSetting[]; onChoose: () => void }) {
  return (
    <ul aria-label="Found settings" className="max-md:max-h-80 max-md:overflow-y-auto">
      {found.map(({ id, field, title, hindi }) => (
        <li key={`${id} ${field}`}>
          <Link
            to={{ hash: id }}
            state={targetOf(field)}
            onClick={onChoose}
            className="block min-h-11 rounded-md px-3 py-1.5 wrap-anywhere hover:bg-sunken"
          >
            <span className="block font-semibold">{field ?? title}</span>
            <span className="block text-sm text-ink-soft">
              {field === undefined ? 'Section' : title}
              {hindi !== undefined && (
                <>
                  {' · '}
                  <span lang="hi">{hindi}</span>
                </>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A section, or a field of it. */
interface FoundSetting {
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
