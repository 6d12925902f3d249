import { type FormEvent, useId, useState } from 'react';
import type { OrderDetails } from '#contract/orders/order.ts';
import type { Problem } from '#contract/problems/problem.ts';
import { type ProblemKind, problemKinds } from '#contract/problems/refundable.ts';
import { callApi } from '#web/api/client.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { shownNameOf } from '#web/storefront/product-card-data.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField, TextArea } from '#web/ui/field.tsx';
import { ImageDropzone, usePhoto } from '#web/ui/image-dropzone.tsx';
import { showToast } from '#web/ui/toast.ts';
import { problemTexts } from './problem-texts.ts';

// What the server stores; on a slow line each pixel more is a longer wait.
const maximumSide = 1080;
const timeoutMilliseconds = 120_000;
const maximumNote = 500;

interface ProblemDialogProps {
  order: OrderDetails;
  onReported: (problem: Problem) => void;
  /** Called when the report was refused because the order has changed. */
  onStale: () => void;
  onClose: () => void;
}

interface Wrong {
  quantity: number;
  kind: ProblemKind;
}

/** Reports what is wrong with items of a delivered order. */
export function ProblemDialog({ order, onReported, onStale, onClose }: ProblemDialogProps) {
  const formId = useId();
  const [wrong, setWrong] = useState<ReadonlyMap<number, Wrong>>(new Map());
  const [note, setNote] = useState('');
  const photo = usePhoto(maximumSide);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const delivered = order.items.filter(({ isTakenOff }) => !isTakenOff);

  function change(position: number, next: Wrong | null) {
    const changed = new Map(wrong);
    if (next === null) changed.delete(position);
    else changed.set(position, next);
    setWrong(changed);
    setProblem('');
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (wrong.size === 0) return setProblem(t('problems.chooseItem'));
    setIsBusy(true);
    const lines = [...wrong].map(([position, one]) => ({ position, ...one }));
    const input = { _id: order._id, lines, note, ...(photo.content !== '' && { photo: photo.content }) };
    const outcome = await callApi('reportProblem', input, { timeoutMilliseconds });
    setIsBusy(false);
    if (outcome.isOk) {
      showToast('success', t('problems.reportedToast'));
      onReported(outcome.response.data);
      return onClose();
    }
    setProblem(outcome.error.message);
    if (outcome.error.code === 'PROBLEM_OPEN') onStale();
  }

  return (
    <Dialog
      title={t('problems.report')}
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} isWide isBusy={isBusy}>
          {t('problems.send')}
        </Button>
      }
    >
      <form id={formId} className="space-y-5" onSubmit={(event) => void submit(event)}>
        <fieldset>
          <legend className="mb-2 text-sm font-semibold">{t('problems.whichItems')}</legend>
          <ul className="divide-y divide-line rounded-md border border-line">
            {delivered.map((item) => (
              <WrongItem
                key={item.position}
                item={item}
                wrong={wrong.get(item.position) ?? null}
                onChange={(next) => change(item.position, next)}
              />
            ))}
          </ul>
        </fieldset>
        <TextArea
          label={t('problems.note')}
          maxLength={maximumNote}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <ImageDropzone
          label={photo.preview === '' ? t('problems.photo') : t('problems.otherPhoto')}
          camera="environment"
          isDisabled={isBusy}
          onChoose={(file) => void photo.choose(file)}
        >
          {photo.preview !== '' && (
            <>
              <img
                src={photo.preview}
                alt={t('problems.yourPhoto')}
                className="max-h-48 max-w-full rounded-md object-contain"
              />
              <Button variant="quiet" onClick={photo.remove}>
                {t('problems.removePhoto')}
              </Button>
            </>
          )}
        </ImageDropzone>
        <FormAlert>{problem || photo.problem}</FormAlert>
      </form>
    </Dialog>
  );
}

interface WrongItemProps {
  item: OrderDetails['items'][number];
  wrong: Wrong | null;
  onChange: (wrong: Wrong | null) => void;
}

function WrongItem({ item, wrong, onChange }: WrongItemProps) {
  const name = shownNameOf(item);
  return (
    <li className="px-3 py-1">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="size-5 flex-none accent-leaf"
          checked={wrong !== null}
          onChange={(event) =>
            onChange(event.target.checked ? { quantity: item.quantity, kind: 'MISSING' } : null)
          }
        />
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{name}</span>{' '}
          <span className="text-ink-soft">
            {item.unit} × {item.quantity}
          </span>
        </span>
      </label>
      {wrong !== null && (
        <div className="space-y-3 pb-3 pl-8">
          <SelectField
            label={t('problems.whatIsWrong', { name })}
            choices={problemKinds.map((kind) => [kind, problemTexts[kind]] as const)}
            value={wrong.kind}
            onChange={(event) => {
              const kind = problemKinds.find((one) => one === event.target.value);
              if (kind !== undefined) onChange({ ...wrong, kind });
            }}
          />
          {item.quantity > 1 && (
            <SelectField
              label={t('problems.pieces', { name })}
              choices={Array.from(
                { length: item.quantity },
                (_none, index) => [String(index + 1), String(index + 1)] as const,
              )}
              value={String(wrong.quantity)}
              onChange={(event) => onChange({ ...wrong, quantity: Number(event.target.value) })}
            />
          )}
        </div>
      )}
    </li>
  );
}
