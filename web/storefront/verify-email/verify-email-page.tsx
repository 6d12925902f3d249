import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { callApi } from '#web/api.ts';
import { readAccountAgain } from '#web/session/read-account.ts';
import { useSession } from '#web/session/session.ts';
import { accountMeta } from '#web/storefront/login/account-meta.ts';
import { useIsAwake } from '#web/ui/use-is-awake.ts';
import { Failed, Incomplete, Verified, Working } from './outcomes.tsx';

export const meta = accountMeta('Verify e-mail', '/verify-email');

/** `/verify-email?code=…`: where the link in a mail leads; the code proves the address. */
export default function VerifyEmailPage() {
  const [search] = useSearchParams();
  // The page is the same for everyone until it is awake: the server is not told the code.
  const isAwake = useIsAwake();
  const code = isAwake ? (search.get('code') ?? '').trim() : '';
  const { user } = useSession();
  const {
    data: outcome,
    refetch,
    isFetching,
  } = useQuery({
    queryKey: ['verify-email', code],
    enabled: code !== '',
    queryFn: () => callApi('verifyEmail', { code }),
    // Asked once: neither a second mount nor coming back to the tab proves anything more.
    staleTime: Number.POSITIVE_INFINITY,
    // Without a connection it fails and says so, rather than wait in silence.
    networkMode: 'always',
  });
  const isVerified = outcome?.isOk === true;

  useEffect(() => {
    if (isVerified && user?._id !== undefined) void readAccountAgain();
  }, [isVerified, user?._id]);

  return (
    <div className="flex min-h-[60vh] flex-col justify-center" aria-live="polite">
      {content()}
    </div>
  );

  function content() {
    if (isAwake && code === '') return <Incomplete />;
    if (outcome === undefined) return <Working />;
    if (outcome.isOk) return <Verified email={outcome.answer.data.email} />;
    return <Failed error={outcome.error} onRetry={() => void refetch()} isBusy={isFetching} />;
  }
}
