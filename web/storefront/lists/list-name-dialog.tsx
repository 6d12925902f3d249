import { useState } from 'react';
import type { ShoppingList } from '#contract/lists/lists.ts';
import { callApi } from '#web/api/client.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { waitForCartSync } from '#web/storefront/cart/cart-store.ts';
import { t } from '#web/texts/t.ts';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';

const maximumLength = 60;
const toKey = (name: string) => name.trim().toLowerCase();

interface SaveCartDialogProps {
  onClose: () => void;
  onSaved?: (() => void) | undefined;
}

/** Saves the cart under a name. A name that is taken is offered to be replaced. */
export function SaveCartDialog({ onClose, onSaved }: SaveCartDialogProps) {
  const [taken, setTaken] = useState<string | null>(null);
  const form = useApiForm({
    defaultValues: { name: '' },
    loadSchema: () =>
      import('#contract/lists/lists.ts').then(({ saveShoppingList }) => saveShoppingList.input),
    async send({ name }) {
      // The server saves its cart.
      await waitForCartSync();
      return callApi('saveShoppingList', { name, isReplacing: taken === toKey(name) });
    },
    onSuccess() {
      showToast('success', t('lists.listSaved'));
      onSaved?.();
      onClose();
    },
    onError(error, { name }) {
      if (error.code === 'NAME_TAKEN') setTaken(toKey(name));
      return false;
    },
    fieldOfCode: { NAME_TAKEN: 'name' },
  });
  const isReplacing = taken !== null && taken === toKey(form.watch('name'));
  return (
    <FormDialog
      title={t('lists.saveTitle')}
      submitLabel={isReplacing ? t('lists.replace') : t('account.save')}
      form={form}
      onClose={onClose}
    >
      <NameField {...form.fieldProps('name')} hint={t('lists.nameHint')} />
    </FormDialog>
  );
}

interface RenameListDialogProps {
  list: ShoppingList;
  onClose: () => void;
  onSaved: () => void;
}

export function RenameListDialog({ list, onClose, onSaved }: RenameListDialogProps) {
  const form = useApiForm({
    defaultValues: { name: list.name },
    loadSchema: () =>
      import('#contract/lists/lists.ts').then(({ renameShoppingList }) =>
        renameShoppingList.input.pick({ name: true }),
      ),
    send: ({ name }) => callApi('renameShoppingList', { _id: list._id, name }),
    onSuccess() {
      showToast('success', t('lists.listRenamed'));
      onSaved();
      onClose();
    },
    fieldOfCode: { NAME_TAKEN: 'name' },
  });
  return (
    <FormDialog title={t('lists.renameTitle')} submitLabel={t('account.save')} form={form} onClose={onClose}>
      <NameField {...form.fieldProps('name')} />
    </FormDialog>
  );
}

function NameField(props: Omit<Parameters<typeof Field>[0], 'label'>) {
  return <Field label={t('account.name')} autoComplete="off" required maxLength={maximumLength} {...props} />;
}
