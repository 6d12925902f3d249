import { useState } from 'react';
import { type UndeliveredReason, undeliveredReasons } from '#contract/orders/undelivered.ts';
import type { Delivery } from '#contract/riders/delivery.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { recordFailed } from './deliver-store.ts';
import { reasonTexts } from './delivery-texts.ts';

const maximumNote = 200;

interface FailedDialogProps {
  delivery: Delivery;
  onClose: () => void;
  /** Called with what was done, when the dialog is closed. */
  onRecorded: (text: string) => void;
}

/** Why an order could not be delivered, and whether it is tried again or comes back to the store. */
export function FailedDialog({ delivery, onClose, onRecorded }: FailedDialogProps) {
  const [reason, setReason] = useState<UndeliveredReason>('NOBODY_THERE');
  const [note, setNote] = useState('');
  const given = note.trim();

  function record(outcome: 'RETRY' | 'RETURN') {
    recordFailed(delivery, { reason, outcome, ...(given !== '' && { note: given }) });
    onClose();
    const { orderId: number } = delivery;
    onRecorded(outcome === 'RETRY' ? t('riders.isRetried', { number }) : t('riders.isReturned', { number }));
  }

  return (
    <Dialog
      title={t('riders.failedTitle')}
      onClose={onClose}
      footer={
        <div className="grid gap-2">
          <Button isWide variant="secondary" className="min-h-14" onClick={() => record('RETURN')}>
            {t('riders.stateReturning')}
          </Button>
          <Button isWide className="min-h-14" onClick={() => record('RETRY')}>
            {t('riders.tryAgain')}
          </Button>
        </div>
      }
    >
      <fieldset className="mb-4 space-y-2">
        <legend className="sr-only">{t('riders.failedTitle')}</legend>
        {undeliveredReasons.map((each) => (
          <label
            key={each}
            className="flex min-h-12 items-center gap-3 rounded-md border border-line bg-surface px-3 has-checked:border-leaf has-checked:bg-leaf-soft"
          >
            <input
              type="radio"
              name="reason"
              className="size-6 flex-none accent-leaf"
              checked={each === reason}
              onChange={() => setReason(each)}
            />
            {reasonTexts[each]}
          </label>
        ))}
      </fieldset>
      <Field
        label={t('riders.failedNote')}
        value={note}
        maxLength={maximumNote}
        autoComplete="off"
        onChange={({ target }) => setNote(target.value)}
      />
    </Dialog>
  );
}
