import { type ReactNode, useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from './form-alert.tsx';
import type { ApiForm } from './use-api-form.ts';

interface FormDialogProps {
  title: string;
  submitLabel: string;
  form: Pick<ApiForm, 'formProps' | 'isBusy' | 'error'>;
  onClose: () => void;
  /** Makes the submit button red. */
  isDangerous?: boolean;
  /** Of the `<form>`. */
  className?: string;
  children: ReactNode;
}

/** A dialog with one form and its error, whose submit button stays visible below the fields. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, form, onClose, isDangerous = false, className = 'space-y-4', children } = props;
  const id = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Button
          type="submit"
          form={id}
          variant={isDangerous ? 'danger' : 'primary'}
          isWide
          isBusy={form.isBusy}
        >
          {submitLabel}
        </Button>
      }
    >
      <form {...form.formProps} id={id} className={className}>
        {children}
        <FormAlert>{form.error}</FormAlert>
      </form>
    </Dialog>
  );
}
