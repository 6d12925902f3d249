import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Location, useBlocker } from 'react-router';
import type { ApiError } from '#web/api/api-error.ts';
import type { Outcome } from '#web/api/client.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { focusInvalid, type InputSchema } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import type { Edited } from './form-parts.tsx';

type Issues = ApiError['issues'];

interface Saving {
  /** Errors of fields before anything is sent. */
  findIssues?: () => Promise<Issues>;
  send: () => Promise<Outcome<{ message: string }>>;
  onSaved: (message: string) => void;
  /** Called when the record is another one on the server. */
  onOutdated?: () => void;
}

interface DialogForm<Fields> extends Edited<Fields> {
  message: string;
  /** The first error of a field. */
  firstIssue: string;
  isChanged: boolean;
  isBusy: boolean;
  save: (saving: Saving) => Promise<void>;
}

/** The fields of a dialog that creates or changes a record. */
export function useDialogForm<Fields>(initial: Fields): DialogForm<Fields> {
  const [value, setValue] = useState(initial);
  const [failure, setFailure] = useState<Pick<ApiError, 'message' | 'issues'> | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isChanged, setIsChanged] = useState(false);

  async function save({ findIssues, send, onSaved, onOutdated }: Saving) {
    if (isBusy) return;
    setIsBusy(true);
    const issues = (await findIssues?.()) ?? [];
    if (issues.length > 0) {
      setIsBusy(false);
      setFailure({ message: '', issues });
      return;
    }
    const outcome = await send();
    setIsBusy(false);
    if (outcome.isOk) {
      setIsChanged(false);
      onSaved(outcome.response.message);
      return;
    }
    const { code } = outcome.error;
    if (code === 'CHANGED_MEANWHILE' || code === 'NOT_FOUND') onOutdated?.();
    setFailure(outcome.error);
  }

  return {
    value,
    isChanged,
    isBusy,
    save,
    onChange: (changed) => {
      setValue(changed);
      setIsChanged(true);
    },
    errorOf: (name) => failure?.issues.find(({ path }) => `${path}.`.startsWith(`${name}.`))?.message,
    message: failure?.message ?? '',
    firstIssue: failure?.issues[0]?.message ?? '',
  };
}

/** What the schema of a call has against an input; nothing if the schema cannot be loaded: then the server answers. */
export async function findIssues(loadSchema: () => Promise<InputSchema>, input: unknown): Promise<Issues> {
  const schema = await loadSchema().catch(() => null);
  const { issues = [] } = (await schema?.['~standard'].validate(input)) ?? {};
  return issues.map(({ path = [], message }) => ({
    path: path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.'),
    message,
  }));
}

interface FormDialogProps<Fields> {
  title: string;
  form: DialogForm<Fields>;
  isNew: boolean;
  isUploading?: boolean;
  onSave: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog of the fields. Asks before unsaved changes are lost, and moves the focus to the first error. */
export function FormDialog<Fields>(props: FormDialogProps<Fields>) {
  const { title, form, isNew, isUploading = false, onSave, onClose, children } = props;
  const element = useRef<HTMLFormElement>(null);
  const { message, isBusy, isChanged } = form;
  const [unseen, setUnseen] = useState('');
  // After the errors have been rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each submission
  useEffect(() => {
    if (!isBusy) setUnseen(focusInvalid(element.current) ? '' : form.firstIssue);
  }, [isBusy]);
  const { leave, question } = useUnsavedChanges(isChanged || isUploading);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onSave();
  };
  return (
    <>
      <Dialog title={title} onClose={() => leave(onClose)}>
        <form ref={element} noValidate onSubmit={submit} className="space-y-4">
          {children}
          <FormAlert>{message || unseen}</FormAlert>
          <div className="flex flex-wrap justify-end gap-3 pt-2">
            <Button variant="quiet" onClick={() => leave(onClose)}>
              Cancel
            </Button>
            <Button type="submit" isBusy={isBusy}>
              {isNew ? 'Create' : 'Save'}
            </Button>
          </div>
        </form>
      </Dialog>
      {question}
    </>
  );
}

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
