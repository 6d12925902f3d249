import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { ApiError } from '#web/api/api-error.ts';
import type { Outcome } from '#web/api/client.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/toast.ts';
import { Thumbnail } from './page-parts.tsx';

interface ConfirmCallDialogProps {
  title: string;
  confirmLabel: string;
  isDangerous?: boolean;
  /** What is confirmed is not known yet. */
  isDisabled?: boolean;
  /** Does it, and closes the dialog; returns the error when it was refused. */
  onConfirm: () => Promise<ApiError | null>;
  onClose: () => void;
  /** Link shown with an error. */
  errorAction?: ((refusal: ApiError) => ReactNode) | undefined;
  children: ReactNode;
}

/** Asks before a call, and shows the reason of the server if it refuses. */
export function ConfirmCallDialog(props: ConfirmCallDialogProps) {
  const { title, confirmLabel, isDangerous = false, isDisabled = false } = props;
  const { onConfirm, onClose, errorAction, children } = props;
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);

  async function confirm() {
    setIsBusy(true);
    const error = await onConfirm();
    setIsBusy(false);
    setRefusal(error);
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            {...(isDangerous && { variant: 'danger' })}
            isBusy={isBusy}
            disabled={isDisabled}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </div>
      }
    >
      {children}
      {refusal !== null && (
        <div className="mt-4">
          <FormAlert action={errorAction?.(refusal)}>{refusal.message}</FormAlert>
        </div>
      )}
    </Dialog>
  );
}

interface DeleteDialogProps {
  name: string;
  /** Distinguishes items with similar names. */
  note?: string | undefined;
  image: string;
  hue?: number | undefined;
  question: string;
  confirmLabel: string;
  send: () => Promise<Outcome<{ message: string }>>;
  /** Called when the item no longer exists: removes it from the cached lists. */
  onRemoved: () => void;
  /** Toast when another admin had already deleted it; defaults to the server's message. */
  alreadyRemovedMessage?: string | undefined;
  /** Called after `onRemoved`, when the dialog can be closed. */
  onDeleted: () => void;
  onClose: () => void;
  /** What can be done instead. */
  instead?: ReactNode;
  /** Link shown with an error, such as to the items that still use this one. */
  errorAction?: ((refusal: ApiError) => ReactNode) | undefined;
}

/** Confirms a permanent deletion and shows the server's reason if it is rejected. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { question, confirmLabel, send, instead, onRemoved, alreadyRemovedMessage, onDeleted } = props;

  async function remove(): Promise<ApiError | null> {
    const outcome = await send();
    // Another admin has deleted it already, which is the wanted result.
    if (!outcome.isOk && outcome.error.code !== 'NOT_FOUND') return outcome.error;
    onRemoved();
    showToast(
      'success',
      outcome.isOk ? outcome.response.message : (alreadyRemovedMessage ?? outcome.error.message),
    );
    onDeleted();
    return null;
  }

  return (
    <ConfirmCallDialog
      title="Permanent Delete"
      confirmLabel={confirmLabel}
      isDangerous
      onConfirm={remove}
      onClose={props.onClose}
      errorAction={props.errorAction}
    >
      <What {...props} />
      <p>{question}</p>
      {instead}
    </ConfirmCallDialog>
  );
}

function What({ name, note, image, hue }: Pick<DeleteDialogProps, 'name' | 'note' | 'image' | 'hue'>) {
  return (
    <div className="mb-4 flex min-w-0 items-center gap-3">
      <Thumbnail src={image} hue={hue} sizes="3.5rem" className="size-14 flex-none rounded-md" />
      <span className="min-w-0">
        <strong className="block wrap-anywhere">{name}</strong>
        {note !== undefined && <span className="text-sm text-ink-soft">{note}</span>}
      </span>
    </div>
  );
}

/**
 * Focus management for a removed control: after a deletion the focus moves to the region that contained it.
 */
export function useFocusAfterDeletion(): {
  region: RefObject<HTMLElement | null>;
  afterDeletion: () => void;
} {
  const region = useRef<HTMLElement>(null);
  const [deletions, setDeletions] = useState(0);
  useEffect(() => {
    // Runs after the dialog has tried to restore the focus.
    if (deletions > 0) region.current?.focus();
  }, [deletions]);
  return { region, afterDeletion: () => setDeletions((count) => count + 1) };
}

/** Ref of an element that receives the focus when a dialog's action has removed the button that opened it. */
export function useFocusFallback(isAsking: boolean, subject: unknown): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button may go when the subject changes
  useEffect(() => {
    if (isAsking) wasAsked.current = true;
    else if (wasAsked.current && document.activeElement === document.body) {
      wasAsked.current = false;
      place.current?.focus({ preventScroll: true });
    }
  }, [isAsking, subject]);
  return place;
}
