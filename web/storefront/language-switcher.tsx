import { t } from '#web/texts/t.ts';

/** Works without scripts. The server stores the choice in a cookie and returns to this page. */
export function LanguageSwitcher() {
  const other = import.meta.env.LANGUAGE === 'en' ? 'hi' : 'en';
  return (
    <form method="post" action={`/language/${other}`}>
      <button type="submit" lang={other} className="min-h-11 min-w-11 text-sm underline">
        {t('shell.otherLanguage')}
      </button>
    </form>
  );
}
