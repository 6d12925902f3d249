import { useLocation, useNavigate } from 'react-router';
import { isRecord } from '#web/base/storage.ts';

export type Screen = { name: 'list' | 'cash' } | { name: 'delivery' | 'door'; _id: string };

/**
 * The screens that were opened one after the other, from the first, which has the next delivery. They are in the
 * history of the browser: Back, also the gesture of a phone, leads to the screen before, and a reload to the same one.
 */
export function useScreens() {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const opened = toScreens(state);

  function write(screens: readonly Screen[], isReplaced: boolean): void {
    void navigate(pathname, { state: { screens }, replace: isReplaced });
  }

  return {
    /** Undefined for the first. */
    screen: opened.at(-1),
    open: (screen: Screen) => write([...opened, screen], false),
    /** Goes back to the list if it is the screen before, and opens it otherwise. */
    openList() {
      if (opened.at(-2)?.name === 'list') void navigate(-1);
      else write([...opened.slice(0, -1), { name: 'list' }], opened.length > 0);
    },
    back: () => void (opened.length > 0 && navigate(-1)),
    backToFirst: () => void (opened.length > 0 && navigate(-opened.length)),
  };
}

/** Not trusted: an older version may have written it. */
function toScreens(state: unknown): Screen[] {
  return isRecord(state) && Array.isArray(state.screens) ? state.screens.filter(isScreen) : [];
}

function isScreen(value: unknown): value is Screen {
  if (!isRecord(value)) return false;
  const { name, _id } = value;
  return (
    name === 'list' ||
    name === 'cash' ||
    ((name === 'delivery' || name === 'door') && typeof _id === 'string')
  );
}
