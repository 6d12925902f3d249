import { useSession } from '#web/session/session.ts';

export function meta() {
  return [{ title: 'Profile' }, { name: 'robots', content: 'noindex' }];
}

/** What the shop knows of the shopper (`/dashboard/profile`). */
export default function ProfilePage() {
  const { user } = useSession();
  if (user === null) return null;
  const facts = [
    ['Name', user.name],
    ['Email', user.email],
    ['Mobile', user.mobile || 'Not given'],
  ];
  return (
    <>
      <h1 className="mb-4 flex min-h-11 items-center text-xl">Profile</h1>
      <div className="rounded-lg border border-line bg-surface p-5">
        <span
          aria-hidden="true"
          className="mb-5 flex size-16 items-center justify-center rounded-full bg-leaf-soft text-xl font-bold text-leaf"
        >
          {(user.name || user.email).slice(0, 1).toUpperCase()}
        </span>
        <dl className="grid gap-4 sm:grid-cols-2">
          {facts.map(([label, value]) => (
            <div key={label} className="min-w-0">
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd className="font-semibold break-words">{value}</dd>
            </div>
          ))}
        </dl>
        {!user.verify_email && (
          <p className="mt-5 rounded-md bg-marigold-soft px-4 py-3 text-sm">
            Your e-mail address is not verified yet. You can shop all the same.
          </p>
        )}
      </div>
    </>
  );
}
