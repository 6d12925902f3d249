import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect, useId } from 'react';
import { create } from 'zustand';
import { readStored, removeStored, writeStored } from '#web/base/storage.ts';
import { t } from '#web/texts/t.ts';

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** `--color-canvas` of tokens.css as hex: browsers do not read oklch in `theme-color`. */
export const pageBackgrounds = { light: '#fcfaf4', dark: '#0f1612' };

const storageKey = 'theme';

/** Runs in the head of each page before the first paint, so that a stored theme does not flash the other one. */
export const themeScript = `try{var t=localStorage.getItem('${storageKey}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

// The server does not know the stored theme: it is read after hydration.
const useTheme = create<Theme>()(() => 'system');

function setTheme(theme: Theme): void {
  if (theme === 'system') {
    removeStored(storageKey);
    delete document.documentElement.dataset.theme;
  } else {
    writeStored(storageKey, theme);
    document.documentElement.dataset.theme = theme;
  }
  useTheme.setState(theme, true);
}

const choices: { theme: Theme; label: string; Icon: typeof Sun }[] = [
  { theme: 'system', label: t('ui.themeSystem'), Icon: Monitor },
  { theme: 'light', label: t('ui.themeLight'), Icon: Sun },
  { theme: 'dark', label: t('ui.themeDark'), Icon: Moon },
];

export function ThemeSwitcher() {
  // A page can have two: the choices of each are a group.
  const name = useId();
  const chosen = useTheme();
  useEffect(() => {
    const stored = readStored(storageKey);
    useTheme.setState(themes.find((theme) => theme === stored) ?? 'system', true);
  }, []);
  return (
    <fieldset className="flex rounded-full border border-line bg-surface p-0.5">
      <legend className="sr-only">{t('ui.theme')}</legend>
      {choices.map(({ theme, label, Icon }) => (
        <label
          key={theme}
          title={label}
          className="flex size-11 cursor-pointer items-center justify-center rounded-full text-ink-soft hover:text-ink has-checked:bg-sunken has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-leaf"
        >
          <input
            type="radio"
            name={name}
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
