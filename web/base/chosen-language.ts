import { languageCookie, languages } from '#contract/base/languages.ts';
import { language } from '#web/texts/t.ts';

const cookieValue = new RegExp(`(?:^|;\\s*)${languageCookie}=([^;]*)`);

/** Paths of the pages of the staff. Those of the account, and the preview of the home page, begin in the same way. */
export const staffPath = /^\/dashboard(?!\/(?:profile|myorders|address|lists|home-preview)(?:\/|$))/;

/** Whether pages of the shop are in another language than this page, so that a link to them has to load a document. */
export function isOtherLanguageChosen(): boolean {
  const [, chosen = languages[0]] = cookieValue.exec(document.cookie) ?? [];
  return chosen !== language;
}
