import { type ReactNode, useEffect, useState } from 'react';
import { type Location, useBlocker } from 'react-router';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

interface UnsavedChanges {
  /** Closes the form, after confirmation if there are unsaved changes. */
  leave: (close: () => void) => void;
  /** Confirm dialog, to be rendered beside the form. */
  question: ReactNode;
}

/**
 * Asks for confirmation before unsaved changes are lost: closing the dialog, navigating away or leaving the
 * site.
 */
export function useUnsavedChanges(isUnsaved: boolean): UnsavedChanges {
  const [close, setClose] = useState<(() => void) | null>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
  // The router reports 'unblocked' only after its next event, so the answered location is remembered.
  const [refused, setRefused] = useState<Location>();
  const isAsking = close !== null || (blocker.state === 'blocked' && blocker.location !== refused);
  return {
    leave: (closeForm) => (isUnsaved ? setClose(() => closeForm) : closeForm()),
    question: isAsking && (
      <ConfirmDialog
        title="Leave without saving?"
        question="You have unsaved changes."
        confirmLabel="Leave"
        cancelLabel="Keep editing"
        isDangerous
        onConfirm={() => {
          setClose(null);
          if (blocker.state === 'blocked') blocker.proceed();
          close?.();
        }}
        onClose={() => {
          setClose(null);
          if (blocker.state !== 'blocked') return;
          setRefused(blocker.location);
          blocker.reset();
        }}
      />
    ),
  };
}
