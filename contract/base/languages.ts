/**
 * The languages of the storefront; the first is that of a visitor who has not chosen. Emails and the dashboard are
 * English.
 */
export const languages = ['en', 'hi'] as const;

export type Language = (typeof languages)[number];

/** Holds the choice of the visitor for a year. */
export const languageCookie = 'language';

export function isLanguage(value: string | undefined): value is Language {
  return languages.some((language) => language === value);
}
