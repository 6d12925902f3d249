import { X } from 'lucide-react';
import { useNavigate } from 'react-router';
import { RequireLogin } from '#web/session/require-login.tsx';
import { t } from '#web/texts/t.ts';
import { IconButton } from '#web/ui/button.tsx';
import { AccountNav } from './account-nav.tsx';

export function meta() {
  return [{ title: t('shell.account') }, { name: 'robots', content: 'noindex' }];
}

/** `/user`: the account menu of phones. */
export default function UserPage() {
  const navigate = useNavigate();
  return (
    <div className="mx-auto min-h-[60vh] w-full max-w-md py-4">
      <div className="mb-2 flex items-center justify-between">
        <h1 className="text-xl">{t('shell.account')}</h1>
        <IconButton label={t('ui.close')} onClick={() => void goBack()} className="-mr-2">
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <RequireLogin>
        <AccountNav />
      </RequireLogin>
    </div>
  );

  /** Back to the previous page; home when this page was opened directly. */
  async function goBack() {
    const isFirst = (history.state?.idx ?? 0) === 0;
    await (isFirst ? navigate('/') : navigate(-1));
  }
}
