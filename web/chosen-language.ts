import { readStored, writeStored } from '#web/storage.ts';
import { language } from '#web/texts/t.ts';

const key = 'tokri.language';

/** Stores the language of the shop for pages of the staff, which are English and cannot read the cookie. */
export function storeChosenLanguage(): void {
  if (readStored(key) !== language) writeStored(key, language);
}

/** Whether pages of the shop are in another language than this page, so that a link to them has to load a document. */
export function isOtherLanguageChosen(): boolean {
  const chosen = readStored(key);
  return chosen !== null && chosen !== language;
}
