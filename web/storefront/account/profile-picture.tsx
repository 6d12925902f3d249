import type { User } from '#contract/user.ts';

/** The shopper's picture. */
export function ProfilePicture({ user }: { user: User }) {
  return (
    <span
      aria-hidden="true"
      className="flex size-24 items-center justify-center rounded-full bg-leaf-soft text-xl font-bold text-leaf"
    >
      {(user.name || user.email).slice(0, 1).toUpperCase()}
    </span>
  );
}
