import { useEffect, useState } from 'react';
import { languageCookie, languages } from '#contract/base/languages.ts';
import { useIsHydrated } from '#web/base/hydration.ts';
import { logOut } from '#web/session/session.ts';
import { language } from '#web/texts/t.ts';

const cookieValue = new RegExp(`(?:^|;\\s*)${languageCookie}=([^;]*)`);

/** Paths of the pages of the staff. Those of the account, and the preview of the home page, begin in the same way. */
const staffPath = /^\/dashboard(?!\/(?:profile|myorders|address|lists|home-preview)(?:\/|$))/;

/** Whether pages of the shop are in another language than this page, so that a link to them has to load a document. */
export function isOtherLanguageChosen(): boolean {
  const [, chosen = languages[0]] = cookieValue.exec(document.cookie) ?? [];
  return chosen !== language;
}

/**
 * Replaces this document by the one of the server, which is English, after a navigation from a shop in another
 * language. Not in the document that was opened: only a development server sends that in another language.
 */
export function useIsReplaced(): boolean {
  const [isOpened] = useState(!useIsHydrated());
  const isReplaced = import.meta.env.LANGUAGE !== 'en' && !isOpened;
  useEffect(() => {
    // Not `reload`, after which the back button would show the shop in this document.
    if (isReplaced) window.location.replace(window.location.href);
  }, [isReplaced]);
  return isReplaced;
}

/** Where the shop is in another language, links and the page that follows load a document of the server. */
export function useShopInOtherLanguage(): void {
  useEffect(() => {
    document.addEventListener('click', leaveInOtherLanguage, { capture: true });
    return () => {
      document.removeEventListener('click', leaveInOtherLanguage, { capture: true });
      loadShopInOtherLanguage();
    };
  }, []);
}

/**
 * Loads the page that follows on the pages of the staff from the server if the shop is in another language, such as
 * after 'back'.
 */
function loadShopInOtherLanguage(): void {
  if (!staffPath.test(window.location.pathname) && isOtherLanguageChosen()) window.location.reload();
}

/** Lets the browser follow a link to a shop in another language. The login needs its navigation state. */
function leaveInOtherLanguage(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || link.origin !== window.location.origin) return;
  if (link.pathname === '/login' || staffPath.test(link.pathname) || !isOtherLanguageChosen()) return;
  event.stopPropagation();
}

/** Loads the home page from the server, after the logout, which the load would interrupt. */
export async function logOutInOtherLanguage(): Promise<void> {
  await logOut();
  window.location.assign('/');
}
