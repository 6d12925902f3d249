import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contract/user.ts';
import { Avatar } from './avatar.tsx';
import { AvatarEditor } from './avatar-editor.tsx';

/** The shopper's picture; pressing it opens the dialog in which it is replaced. */
export function ProfilePicture({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <button
        type="button"
        aria-label={user.avatar === '' ? 'Add a picture' : 'Change your picture'}
        onClick={() => setIsOpen(true)}
        className="group relative rounded-full"
      >
        <Avatar user={user} size={112} />
        <span className="absolute right-0 bottom-0 flex size-9 items-center justify-center rounded-full border border-line bg-surface text-ink shadow-raised transition-colors duration-(--brief) group-hover:bg-sunken">
          <Pencil aria-hidden="true" className="size-4" />
        </span>
      </button>
      {isOpen && <AvatarEditor onClose={() => setIsOpen(false)} />}
    </div>
  );
}
