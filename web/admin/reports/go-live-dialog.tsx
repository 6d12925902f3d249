import type { StoreOpening } from '#contract/store/store-opening.ts';
import { ConfirmCallDialog } from '#web/admin/confirm-call-dialog.tsx';
import { callApi } from '#web/api/client.ts';
import { showToast } from '#web/ui/toast.ts';
import { gapTexts, stepTexts } from './opening-steps.ts';

interface GoLiveDialogProps {
  opening: StoreOpening;
  /** Called when the store is open. */
  onLive: () => Promise<unknown>;
  onClose: () => void;
}

/** Says what is missing, and opens the store all the same. */
export function GoLiveDialog({ opening, onLive, onClose }: GoLiveDialogProps) {
  const missing = opening.steps.filter(({ step, gaps }) => step !== 'live' && gaps.length > 0);
  async function goLive() {
    const outcome = await callApi('goLive', {});
    if (!outcome.isOk) return outcome.error;
    showToast('success', outcome.response.message);
    onClose();
    await onLive();
    return null;
  }
  return (
    <ConfirmCallDialog
      title="Go live"
      confirmLabel={missing.length === 0 ? 'Go live' : 'Go live all the same'}
      onConfirm={goLive}
      onClose={onClose}
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
    </ConfirmCallDialog>
  );
}
