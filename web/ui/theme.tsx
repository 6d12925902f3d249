import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { readStored, removeStored, writeStored } from '#web/storage.ts';

const themes = ['system', 'light', 'dark'] as const;

/** Light, dark, or as the system has it. */
type Theme = (typeof themes)[number];

/** The canvas of tokens.css for the bar of the browser, which knows no oklch. */
export const canvasColors = { light: '#fcfaf4', dark: '#0f1612' };

const storageKey = 'theme';

/** Runs in the head of each page, before anything is drawn, so that a chosen theme never flashes the other. */
export const themeScript = `try{var t=localStorage.getItem('${storageKey}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

const listeners = new Set<() => void>();

function getTheme(): Theme {
  const stored = readStored(storageKey);
  return themes.find((theme) => theme === stored) ?? 'system';
}

/** Changes the theme at once and for all later pages. */
function setTheme(theme: Theme): void {
  if (theme === 'system') {
    removeStored(storageKey);
    delete document.documentElement.dataset.theme;
  } else {
    writeStored(storageKey, theme);
    document.documentElement.dataset.theme = theme;
  }
  for (const listener of listeners) listener();
}

function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const choices: { theme: Theme; label: string; Icon: typeof Sun }[] = [
  { theme: 'system', label: 'As the system', Icon: Monitor },
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
];

/** Light, dark, or as the system has it. */
export function ThemeSwitcher() {
  const chosen = useSyncExternalStore(subscribeToTheme, getTheme, () => 'system');
  return (
    <fieldset className="flex rounded-full border border-line bg-surface p-0.5">
      <legend className="sr-only">Colours</legend>
      {choices.map(({ theme, label, Icon }) => (
        <label
          key={theme}
          title={label}
          className="flex size-11 cursor-pointer items-center justify-center rounded-full text-ink-soft hover:text-ink has-checked:bg-sunken has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-leaf"
        >
          <input
            type="radio"
            name="theme"
            className="sr-only"
            checked={chosen === theme}
            onChange={() => setTheme(theme)}
          />
          <Icon aria-hidden="true" className="size-5" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
