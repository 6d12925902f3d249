import { useEffect, useState } from 'react';
import { stepUp } from '#web/api/client.ts';
import { lazyDialog } from '#web/ui/lazy.tsx';

const StepUpDialog = lazyDialog(async () => (await import('./step-up-dialog.tsx')).StepUpDialog);

/**
 * While it is mounted, calls that the server answers with STEP_UP_REQUIRED ask for the password or a passkey in a
 * dialog, and are then repeated as they were. Several calls share one dialog. Of two hosts the later one asks.
 */
export function StepUpHost() {
  const [settle, setSettle] = useState<((isConfirmed: boolean) => void) | null>(null);
  useEffect(() => {
    let asking: { answer: Promise<boolean>; settle: (isConfirmed: boolean) => void } | null = null;
    const { askToConfirmSession: askOfOther } = stepUp;
    stepUp.askToConfirmSession = () => {
      if (asking !== null) return asking.answer;
      const { promise: answer, resolve } = Promise.withResolvers<boolean>();
      const end = (isConfirmed: boolean) => {
        asking = null;
        setSettle(null);
        resolve(isConfirmed);
      };
      asking = { answer, settle: end };
      setSettle(() => end);
      return answer;
    };
    return () => {
      stepUp.askToConfirmSession = askOfOther;
      asking?.settle(false);
    };
  }, []);
  if (settle === null) return null;
  return <StepUpDialog onClose={() => settle(false)} onConfirm={() => settle(true)} />;
}
