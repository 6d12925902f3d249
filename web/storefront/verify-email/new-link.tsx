import { useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '#web/api.ts';
import { useSession } from '#web/session/session.ts';
import { refusalText } from '#web/storefront/account/field-issues.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';

/** The way to another link: sent again to who is logged in and has something to prove, else where that begins. */
export function NewLink() {
  const { status, user } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const [news, setNews] = useState('');

  async function send() {
    setIsBusy(true);
    setNews('');
    const outcome = await callApi('sendVerification', {});
    setIsBusy(false);
    setNews(
      outcome.isOk
        ? outcome.answer.message
        : refusalText(outcome.error, 'We have sent you some mails already.'),
    );
  }

  // Room for what comes, for who is shopping is known a moment later.
  if (status === 'unknown') return <div className="h-11" />;
  if (status === 'guest') {
    return (
      <Link to="/login" state={{ from: '/dashboard/profile' }} className={buttonClass()}>
        Log in to get a new link
      </Link>
    );
  }
  const { email, verify_email, pending_email } = user;
  if (verify_email && pending_email === null) {
    return (
      <>
        <p className="mb-6 font-medium [overflow-wrap:anywhere]">Your address {email} is verified already.</p>
        <Link to="/" className={buttonClass()}>
          Go To Home
        </Link>
      </>
    );
  }
  return (
    <>
      <Button isBusy={isBusy} onClick={() => void send()}>
        Send again
      </Button>
      <p role="status" className="font-medium not-empty:pt-3">
        {news}
      </p>
    </>
  );
}
