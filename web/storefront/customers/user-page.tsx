import { CircleUserRound, Heart, X } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { RequireLogin } from '#web/session/require-login.tsx';
import { useSession } from '#web/session/session.ts';
import { LanguageSwitcher } from '#web/storefront/language-switcher.tsx';
import { t } from '#web/texts/t.ts';
import { IconButton } from '#web/ui/button.tsx';
import { ThemeSwitcher } from '#web/ui/theme.tsx';
import { AccountNav } from './account-nav.tsx';

export function meta() {
  return [{ title: t('shell.account') }, { name: 'robots', content: 'noindex' }];
}

/** `/user`: the account menu of phones, with language and theme, because a list that loads more hides the footer. */
export default function UserPage() {
  const navigate = useNavigate();
  const isGuest = useSession().status === 'guest';
  return (
    <div className="mx-auto min-h-[60vh] w-full max-w-md py-4">
      <div className="mb-2 flex items-center justify-between">
        <h1 className="text-xl">{t('shell.account')}</h1>
        <IconButton label={t('ui.close')} onClick={() => void goBack()} className="-mr-2">
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      {isGuest ? (
        <GuestNav />
      ) : (
        <RequireLogin>
          <AccountNav />
        </RequireLogin>
      )}
      <dl className="mt-2 border-t border-line px-3 pt-2">
        <div className="flex min-h-13 items-center justify-between gap-3">
          <dt className="font-semibold">{t('account.language')}</dt>
          <dd>
            <LanguageSwitcher />
          </dd>
        </div>
        <div className="flex min-h-13 items-center justify-between gap-3">
          <dt className="font-semibold">{t('ui.theme')}</dt>
          <dd>
            <ThemeSwitcher />
          </dd>
        </div>
      </dl>
    </div>
  );

  /** Back to the previous page; home when this page was opened directly. */
  async function goBack() {
    const isFirst = (history.state?.idx ?? 0) === 0;
    await (isFirst ? navigate('/') : navigate(-1));
  }
}

const itemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-md px-3 py-2.5 font-semibold hover:bg-sunken';

/** Login and wishlist, which a guest has in the browser. */
function GuestNav() {
  return (
    <nav aria-label={t('shell.account')}>
      <ul>
        <li>
          <Link to="/login" prefetch="intent" className={itemClass}>
            <CircleUserRound aria-hidden="true" className="size-5" />
            {t('shell.login')}
          </Link>
        </li>
        <li>
          <Link to="/wishlist" prefetch="intent" className={itemClass}>
            <Heart aria-hidden="true" className="size-5" />
            {t('lists.wishlist')}
          </Link>
        </li>
      </ul>
    </nav>
  );
}
