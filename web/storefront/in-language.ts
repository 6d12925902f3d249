/** What the staff have written in English and, if they want, in Hindi. */
export function inLanguage(english: string, hindi: string): string {
  return import.meta.env.LANGUAGE === 'hi' && hindi !== '' ? hindi : english;
}
