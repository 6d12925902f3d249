import { type ReactNode, useEffect, useState } from 'react';
import { type Location, useBlocker } from 'react-router';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

interface UnsavedChanges {
  /** Closes the form, or asks first while something is not saved. */
  leave: (close: () => void) => void;
  /** The question, to be rendered beside the form. */
  question: ReactNode;
}

/** Warns before what was typed is lost: on closing its dialog, on the way to another page, and out of the shop. */
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
  // The router tells that it stays only when nothing else is left to do: the answer counts before.
  const [refused, setRefused] = useState<Location>();
  const isAsking = close !== null || (blocker.state === 'blocked' && blocker.location !== refused);
  return {
    leave: (closeForm) => (isUnsaved ? setClose(() => closeForm) : closeForm()),
    question: isAsking && (
      <ConfirmDialog
        title="Leave without saving?"
        question="What you have changed here is not saved yet."
        confirmLabel="Leave"
        cancelLabel="Keep editing"
        isDangerous
        onConfirm={() => {
          setClose(null);
          if (blocker.state === 'blocked') blocker.proceed();
          close?.();
        }}
        onCancel={() => {
          setClose(null);
          if (blocker.state !== 'blocked') return;
          setRefused(blocker.location);
          blocker.reset();
        }}
      />
    ),
  };
}
