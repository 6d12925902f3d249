import { readStored, removeStored, writeStored } from '#web/storage.ts';

export const themes = ['system', 'light', 'dark'] as const;

/** Light, dark, or as the system has it. */
export type Theme = (typeof themes)[number];

/** The canvas of tokens.css for the bar of the browser, which knows no oklch. */
export const canvasColors = { light: '#fcfaf4', dark: '#0f1612' };

const storageKey = 'theme';

/** Runs in the head of each page, before anything is drawn, so that a chosen theme never flashes the other. */
export const themeScript = `try{var t=localStorage.getItem('${storageKey}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

const listeners = new Set<() => void>();

export function getTheme(): Theme {
  const stored = readStored(storageKey);
  return themes.find((theme) => theme === stored) ?? 'system';
}

/** Changes the theme at once and for all later pages. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    removeStored(storageKey);
    delete document.documentElement.dataset.theme;
  } else {
    writeStored(storageKey, theme);
    document.documentElement.dataset.theme = theme;
  }
  for (const listener of listeners) listener();
}

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
