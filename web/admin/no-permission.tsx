import { LockKeyhole } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '#web/ui/button.tsx';

/** What somebody without the role sees in place of a page of admins (specification section 6). */
export function NoPermission() {
  return (
    <div
      role="alert"
      className="flex min-h-80 flex-col items-center justify-center rounded-lg bg-alarm px-6 py-12 text-center text-on-alarm"
    >
      <LockKeyhole aria-hidden="true" className="mb-4 size-12" strokeWidth={1.5} />
      <h1 className="text-xl">Do not have permission</h1>
      <p className="mt-2 max-w-sm">
        This page is for those who run the shop. If you are one of them, ask an admin to let you in.
      </p>
      <Link
        to="/"
        className={`${buttonClass('secondary')} mt-6 outline-offset-4 focus-visible:outline-on-alarm`}
      >
        Go To Home
      </Link>
    </div>
  );
}
