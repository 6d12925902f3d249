import type { User } from '#contract/identity/account.ts';
import { Picture } from '#web/ui/picture.tsx';

interface AvatarProps {
  user: Pick<User, 'name' | 'email' | 'avatar'>;
  /** In CSS pixels. */
  size: number;
}

/** The picture of an account in a circle, or its initial. Hidden from screen readers: the name is beside it. */
export function Avatar({ user, size }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      style={{ width: size, height: size, fontSize: size * 0.4 }}
      className="relative flex flex-none items-center justify-center overflow-hidden rounded-full bg-leaf-soft font-bold text-leaf"
    >
      {(user.name || user.email).slice(0, 1).toUpperCase()}
      {user.avatar !== '' && (
        <Picture
          key={user.avatar}
          src={user.avatar}
          alt=""
          width={size}
          height={size}
          sizes={`${size}px`}
          isEager
          className="absolute inset-0 size-full bg-surface object-cover"
        />
      )}
    </span>
  );
}
