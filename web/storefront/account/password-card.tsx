import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { ProfileCard } from './profile-card.tsx';

/** Where the password can be changed. */
export function PasswordCard({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <ProfileCard title="Password" lead="A long one that you use nowhere else is the best.">
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Change password
      </Button>
      {isOpen && <ChangePasswordDialog email={email} onClose={() => setIsOpen(false)} />}
    </ProfileCard>
  );
}
