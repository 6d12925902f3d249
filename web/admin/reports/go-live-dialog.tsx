import { useState } from 'react';
import type { StoreOpening } from '#contract/store/store-opening.ts';
import { callApi } from '#web/api/client.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { showToast } from '#web/ui/toast.ts';
import { gapTexts, stepTexts } from './opening-steps.ts';

interface GoLiveDialogProps {
  opening: StoreOpening;
  /** Called when the store is open, before the dialog closes. */
  onLive: () => Promise<unknown>;
  onClose: () => void;
}

/** Says what is missing, and opens the store all the same. */
export function GoLiveDialog({ opening, onLive, onClose }: GoLiveDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState('');
  const missing = opening.steps.filter(({ step, gaps }) => step !== 'live' && gaps.length > 0);
  async function send() {
    setIsBusy(true);
    const outcome = await callApi('goLive', {});
    setIsBusy(false);
    if (!outcome.isOk) {
      setError(outcome.error.message);
      return;
    }
    showToast('success', outcome.response.message);
    onClose();
    await onLive();
  }
  return (
    <Dialog
      title="Go live"
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button isBusy={isBusy} onClick={() => void send()}>
            {missing.length === 0 ? 'Go live' : 'Go live all the same'}
          </Button>
        </div>
      }
    >
      <p>
        The note “Not open yet” goes away, and your own orders count as those of customers. To stop taking
        orders for a while, pause them in the settings.
      </p>
      {missing.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">Missing</h3>
          <ul className="mt-1 list-disc space-y-1 pl-5">
            {missing.map(({ step, gaps }) => (
              <li key={step}>
                {stepTexts[step].title}: {gaps.map((gap) => gapTexts[gap]).join(' ')}
              </li>
            ))}
          </ul>
        </>
      )}
      <FormAlert>{error}</FormAlert>
    </Dialog>
  );
}
