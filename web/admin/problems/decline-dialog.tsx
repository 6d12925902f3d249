import type { BoardProblem } from '#contract/problems/problem.ts';
import { FormAlert } from '#web/admin/load-error.tsx';
import { callApi } from '#web/api/client.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';

interface DeclineDialogProps {
  problem: BoardProblem;
  onDone: () => void;
  onClose: () => void;
}

/** Decides a problem without a refund. */
export function DeclineDialog({ problem, onDone, onClose }: DeclineDialogProps) {
  const toInput = ({ message }: { message: string }) => ({ _id: problem._id, message });
  const form = useApiForm({
    defaultValues: { message: '' },
    loadSchema: () =>
      import('#contract/problems/problem.ts').then(({ declineProblem }) => declineProblem.input),
    toInput,
    send: (values) => callApi('declineProblem', toInput(values)),
    onSuccess() {
      showToast('success', `Problem of ${problem.order.orderId} declined`);
      onDone();
    },
  });
  return (
    <FormDialog title="Decline without a refund" submitLabel="Decline" form={form} onClose={onClose}>
      <Field
        label="Message to the shopper"
        hint="On the order and in an email"
        autoComplete="off"
        maxLength={200}
        {...form.fieldProps('message')}
      />
      <FormAlert text={form.error} />
    </FormDialog>
  );
}
