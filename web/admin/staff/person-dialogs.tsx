import type { Role } from '#contract/base/permissions.ts';
import { isPrivileged } from '#contract/base/permissions.ts';
import type { StaffMember } from '#contract/staff/staff.ts';
import { ConfirmCallDialog } from '#web/admin/confirm-call-dialog.tsx';
import { StaffDialog } from '#web/admin/form-parts.tsx';
import { callApi, type Outcome } from '#web/api/client.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { RoleFields } from './role-fields.tsx';

interface PersonDialogProps {
  person: StaffMember;
  onDone: () => void;
  onClose: () => void;
}

const loadContract = () => import('#contract/staff/staff.ts');

/** Changes the roles of a person. */
export function RolesDialog({ person, onDone, onClose }: PersonDialogProps) {
  const toInput = ({ roles }: { roles: Role[] }) => ({ _id: person._id, roles });
  const form = useApiForm({
    defaultValues: { roles: person.roles },
    // None would remove the person, which is another button.
    loadSchema: () => loadContract().then(({ inviteStaff }) => inviteStaff.input.pick({ roles: true })),
    send: (values) => callApi('changeStaffRoles', toInput(values)),
    onSuccess({ message }) {
      showToast('success', message);
      onDone();
    },
  });
  return (
    <StaffDialog title={`Roles of ${person.name}`} form={form} submitLabel="Save" onClose={onClose}>
      <RoleFields register={form.register('roles')} error={form.errorOf('roles')} />
      <p className="text-sm text-ink-soft">
        The person is logged out on all devices.
        {person.employeeCode !== null && ' With a role other than picker or rider the PIN is removed.'}
      </p>
    </StaffDialog>
  );
}

/** Sets employee code and PIN. */
export function PinDialog({ person, onDone, onClose }: PersonDialogProps) {
  const form = useApiForm({
    defaultValues: { employeeCode: person.employeeCode ?? '', pin: '' },
    loadSchema: () => loadContract().then(({ newPinLogin }) => newPinLogin),
    send: ({ employeeCode, pin }) =>
      callApi('setStaffPin', { _id: person._id, login: { employeeCode, pin } }),
    onSuccess({ message }) {
      showToast('success', message);
      onDone();
    },
    fieldOfCode: { EMPLOYEE_CODE_TAKEN: 'employeeCode' },
  });
  return (
    <StaffDialog title={`PIN of ${person.name}`} form={form} submitLabel="Set PIN" onClose={onClose}>
      <p className="text-sm text-ink-soft">
        For logins on shared phones that an owner has approved. The person is logged out on all devices.
      </p>
      <Field
        label="Employee code"
        hint="2 to 6 digits, such as 12"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        {...form.fieldProps('employeeCode')}
      />
      <Field
        label="PIN"
        hint="6 digits, not all equal and not in a row. Tell it to this person only."
        type="password"
        inputMode="numeric"
        autoComplete="new-password"
        maxLength={6}
        {...form.fieldProps('pin')}
      />
    </StaffDialog>
  );
}

export type PersonAction = 'suspend' | 'restore' | 'log out' | 'remove PIN' | 'remove';

/** The actions that are possible for a person, in the order of their buttons. */
export function actionsOf(person: StaffMember, isSelf: boolean): PersonAction[] {
  return [
    ...(person.sessions > 0 ? ['log out' as const] : []),
    ...(person.employeeCode === null ? [] : ['remove PIN' as const]),
    ...(isSelf ? [] : [person.isSuspended ? ('restore' as const) : ('suspend' as const), 'remove' as const]),
  ];
}

/** Whether a person may have a PIN. */
export function mayHavePin({ roles }: StaffMember): boolean {
  return !isPrivileged(roles);
}

export const actionLabels: Record<PersonAction, string> = {
  suspend: 'Suspend',
  restore: 'Restore',
  'log out': 'Log out everywhere',
  'remove PIN': 'Remove PIN',
  remove: 'Remove from staff',
};

const questions: Record<PersonAction, string> = {
  suspend: 'The person is logged out at once, and cannot log in until you restore the account.',
  restore: 'The person can log in again, with the same roles.',
  'log out': 'All sessions of this person end at once. The person can log in again.',
  'remove PIN': 'The person cannot log in on shared phones any more.',
  remove: 'The roles are removed, and the person is logged out. The account stays, as one of a customer.',
};

function send(action: PersonAction, _id: string): Promise<Outcome<{ message: string }>> {
  if (action === 'log out') return callApi('endStaffSessions', { _id });
  if (action === 'remove PIN') return callApi('setStaffPin', { _id, login: null });
  if (action === 'remove') return callApi('changeStaffRoles', { _id, roles: [] });
  return callApi('suspendStaff', { _id, isSuspended: action === 'suspend' });
}

/** Asks before an action. */
export function ActionDialog({
  person,
  action,
  onDone,
  onClose,
}: PersonDialogProps & { action: PersonAction }) {
  async function confirm() {
    const outcome = await send(action, person._id);
    if (!outcome.isOk) return outcome.error;
    showToast('success', outcome.response.message);
    onDone();
    return null;
  }
  return (
    <ConfirmCallDialog
      title={`${actionLabels[action]}: ${person.name}`}
      confirmLabel={actionLabels[action]}
      isDangerous={action !== 'restore'}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{questions[action]}</p>
    </ConfirmCallDialog>
  );
}
