import { useState } from 'react';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';

const SaveCartDialog = lazyDialog(async () => (await import('./list-name-dialog.tsx')).SaveCartDialog);

/** A button that saves the cart as a list, after asking for its name. */
export function SaveCart({ onSaved }: { onSaved?: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {t('lists.saveAsList')}
      </Button>
      {isOpen && <SaveCartDialog onClose={() => setIsOpen(false)} onSaved={onSaved} />}
    </>
  );
}
