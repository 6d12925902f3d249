import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { deviceCodeMinutes, pinIdleMinutes, pinSessionHours } from '#contract/base/durations.ts';
import type { StaffDevice } from '#contract/staff/staff.ts';
import { ConfirmCallDialog } from '#web/admin/confirm-call-dialog.tsx';
import { StaffDialog } from '#web/admin/form-parts.tsx';
import { callApi } from '#web/api/client.ts';
import { formatDateTime } from '#web/base/time.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { logOut } from '#web/session/session.ts';
import { storeStaffDevice } from '#web/session/staff-device.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { ShownOnceDialog } from './shown-once.tsx';

interface DevicesCardProps {
  devices: readonly StaffDevice[];
  onChange: () => void;
}

/** The phones on which pickers and riders log in by PIN. */
export function DevicesCard({ devices, onChange }: DevicesCardProps) {
  const [isAdding, setIsAdding] = useState(false);
  const [leaving, setLeaving] = useState<StaffDevice | null>(null);
  async function withdraw(device: StaffDevice) {
    const outcome = await callApi('withdrawDevice', { _id: device._id });
    if (!outcome.isOk) return outcome.error;
    showToast('success', outcome.response.message);
    setLeaving(null);
    onChange();
    return null;
  }
  return (
    <section aria-labelledby="staff-devices" className="mt-8">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id="staff-devices" className="text-lg">
          Shared phones
        </h2>
        <Button variant="secondary" onClick={() => setIsAdding(true)}>
          Approve a phone
        </Button>
      </div>
      <p className="mb-3 text-sm text-ink-soft">
        Pickers and riders with a PIN log in on these. They are logged out after {pinSessionHours} hours, and
        when the phone is not used for {pinIdleMinutes} minutes.
      </p>
      <ul aria-label="Shared phones" className="grid gap-3 md:grid-cols-2">
        {devices.map((device) => (
          <li key={device._id} className="flex gap-3 rounded-lg border border-line bg-surface p-4">
            <Smartphone aria-hidden="true" className="size-6 flex-none text-leaf" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
                {device.name}
                {device.sessions > 0 && <Chip look="good">In use</Chip>}
              </p>
              <p className="text-sm text-ink-soft">
                Approved by {device.approvedBy}, {formatDateTime(device.approvedAt)}
                {device.lastLoginAt !== null && ` · Last login ${formatDateTime(device.lastLoginAt)}`}
              </p>
              <Button
                variant="quiet"
                className="mt-1 -ml-3 px-3! text-danger!"
                aria-label={`Withdraw the approval of ${device.name}`}
                onClick={() => setLeaving(device)}
              >
                Withdraw approval
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {isAdding && <AddDeviceDialog onClose={() => setIsAdding(false)} onChange={onChange} />}
      {leaving !== null && (
        <ConfirmCallDialog
          title={`Withdraw the approval of ${leaving.name}?`}
          confirmLabel="Withdraw"
          isDangerous
          onConfirm={() => withdraw(leaving)}
          onClose={() => setLeaving(null)}
        >
          <p>
            A person who is logged in there by PIN is logged out at once. Logins by PIN are not possible there
            any more.
          </p>
        </ConfirmCallDialog>
      )}
    </section>
  );
}

/** Names a phone, then shows the code that approves it, there or here. */
function AddDeviceDialog({ onClose, onChange }: { onClose: () => void; onChange: () => void }) {
  const [made, setMade] = useState<{ code: string; link: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useApiForm({
    defaultValues: { name: '' },
    loadSchema: () =>
      import('#contract/staff/staff.ts').then(({ createDeviceCode }) => createDeviceCode.input),
    send: (values) => callApi('createDeviceCode', values),
    onSuccess: ({ data }) => setMade(data),
  });
  async function approveHere(code: string) {
    setIsBusy(true);
    const outcome = await callApi('approveDevice', { code });
    if (!outcome.isOk) {
      setIsBusy(false);
      showToast('error', outcome.error.message);
      return;
    }
    storeStaffDevice(outcome.response.data.device);
    // The owner must not stay logged in on a phone that others use.
    await logOut();
    window.location.replace('/staff/login');
  }
  if (made === null)
    return (
      <StaffDialog title="Approve a phone" form={form} submitLabel="Continue" onClose={onClose}>
        <Field
          label="Name of the phone"
          hint="Such as Packing table 1"
          autoComplete="off"
          {...form.fieldProps('name')}
        />
      </StaffDialog>
    );
  const close = () => {
    onChange();
    onClose();
  };
  return (
    <ShownOnceDialog
      title="Code for the phone"
      link={made.link}
      text={made.code}
      copyLabel="Copy code"
      onClose={close}
    >
      <p>
        Scan the code with that phone, or open /staff/login there and enter it. It works once, for{' '}
        {deviceCodeMinutes} minutes.
      </p>
      <Button variant="secondary" isWide isBusy={isBusy} onClick={() => void approveHere(made.code)}>
        Approve this device, and log me out here
      </Button>
    </ShownOnceDialog>
  );
}
