import { useState } from 'react';
import { invitationDays } from '#contract/base/durations.ts';
import type { Role } from '#contract/base/permissions.ts';
import { RadioField, StaffDialog } from '#web/admin/form-parts.tsx';
import { callApi } from '#web/api/client.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { RoleFields } from './role-fields.tsx';
import { ShownOnceDialog } from './shown-once.tsx';

const ways = [
  ['email', 'By email'],
  ['link', 'By a link that I hand over'],
] as const;

type Values = {
  way: 'email' | 'link';
  name: string;
  email: string;
  roles: Role[];
};

const noValues: Values = { way: 'email', name: '', email: '', roles: [] };

interface InviteDialogProps {
  onInvited: () => void;
  onClose: () => void;
}

/** Invites a person by email, or shows a link once. */
export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const [made, setMade] = useState<{ link: string; name: string } | null>(null);
  const toInput = ({ way, name, email, roles }: Values) => ({
    ...{ name, roles, email: way === 'email' ? email : null },
  });
  const form = useApiForm({
    defaultValues: noValues,
    loadSchema: () => import('#contract/staff/staff.ts').then(({ inviteStaff }) => inviteStaff.input),
    toInput,
    send: (values) => callApi('inviteStaff', toInput(values)),
    onSuccess({ message, data }, { name }) {
      onInvited();
      if (data.link !== null) return setMade({ link: data.link, name });
      showToast('success', message);
      onClose();
    },
  });
  if (made !== null)
    return (
      <ShownOnceDialog
        title={`Link for ${made.name}`}
        link={made.link}
        text={made.link}
        copyLabel="Copy link"
        onClose={onClose}
      >
        <p>
          Anyone who has the link can join with it, once, within {invitationDays} days. It is not shown again:
          scan the code with the phone of the person, or send the link.
        </p>
      </ShownOnceDialog>
    );
  return (
    <StaffDialog title="Invite to the staff" form={form} submitLabel="Invite" onClose={onClose}>
      <RadioField legend="How" choices={ways} register={form.register('way')} />
      <Field label="Name" autoComplete="off" {...form.fieldProps('name')} />
      {form.watch('way') === 'email' && (
        <Field
          label="Email"
          hint="The link is sent here. Only the account with this address can use it."
          type="email"
          autoComplete="off"
          {...form.fieldProps('email')}
        />
      )}
      <RoleFields register={form.register('roles')} error={form.errorOf('roles')} />
    </StaffDialog>
  );
}
