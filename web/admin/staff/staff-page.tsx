import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndpointResponse } from '#contract/api.ts';
import type { StaffInvitation, StaffMember } from '#contract/staff/staff.ts';
import { ConfirmCallDialog } from '#web/admin/confirm-call-dialog.tsx';
import { Loaded, PageHeading, staffMeta } from '#web/admin/page-parts.tsx';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { formatDateTime, formatTime } from '#web/base/time.ts';
import { refreshAccount, useSession } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { showToast } from '#web/ui/toast.ts';
import { DevicesCard } from './devices-card.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import {
  ActionDialog,
  actionLabels,
  actionsOf,
  mayHavePin,
  type PersonAction,
  PinDialog,
  RolesDialog,
} from './person-dialogs.tsx';
import { roleNames, roleTexts } from './role-texts.ts';

export const meta = staffMeta('Staff');

const shiftsMs = 60_000;

type Open =
  | { what: 'invite' }
  | { what: 'roles' | 'pin'; person: StaffMember }
  | { what: 'action'; person: StaffMember; action: PersonAction }
  | { what: 'revoke'; invitation: StaffInvitation };

/** `/dashboard/staff`: the people of the store, invitations, and the phones for logins by PIN. */
export default function StaffPage() {
  const queries = useQueryClient();
  const { user } = useSession();
  const [open, setOpen] = useState<Open | null>(null);
  const staff = useQuery({
    queryKey: ['staff'],
    queryFn: async ({ signal }) => (await callApiOrThrow('listStaff', {}, { signal })).data,
    staleTime: 0,
  });
  const shifts = useQuery({
    queryKey: ['shifts'],
    queryFn: async ({ signal }) => (await callApiOrThrow('listShifts', {}, { signal })).data,
    refetchInterval: shiftsMs,
    staleTime: 0,
  });
  const close = () => setOpen(null);
  const reload = () => {
    void queries.invalidateQueries({ queryKey: ['staff'] });
  };
  const done = () => {
    close();
    reload();
    // Who changed the own roles is logged out.
    void refreshAccount();
  };
  return (
    <>
      <PageHeading title="Staff" count={staff.data?.people.length}>
        <Button onClick={() => setOpen({ what: 'invite' })}>Invite a person</Button>
      </PageHeading>
      <Loaded query={staff} subject="the staff">
        {({ people, invitations, devices }) => (
          <>
            <OnShift shifts={shifts.data} />
            <ul aria-label="People" className="grid gap-3 lg:grid-cols-2">
              {people.map((person) => (
                <Person
                  key={person._id}
                  person={person}
                  shift={shifts.data?.find((each) => each.person._id === person._id)}
                  isSelf={person._id === user?._id}
                  onOpen={setOpen}
                />
              ))}
            </ul>
            <Invitations invitations={invitations} onOpen={setOpen} />
            <DevicesCard devices={devices} onChange={reload} />
          </>
        )}
      </Loaded>
      {open?.what === 'invite' && <InviteDialog onInvited={reload} onClose={close} />}
      {open?.what === 'roles' && <RolesDialog person={open.person} onDone={done} onClose={close} />}
      {open?.what === 'pin' && <PinDialog person={open.person} onDone={done} onClose={close} />}
      {open?.what === 'action' && (
        <ActionDialog person={open.person} action={open.action} onDone={done} onClose={close} />
      )}
      {open?.what === 'revoke' && <RevokeDialog invitation={open.invitation} onDone={done} onClose={close} />}
    </>
  );
}

type Shift = EndpointResponse<'listShifts'>['data'][number];

/** Who works now, in one line: the list of people is long. */
function OnShift({ shifts }: { shifts: readonly Shift[] | undefined }) {
  const names = shifts?.map(({ person, role }) => `${person.name} (${roleTexts[role].label})`);
  return (
    <p className="mb-3 min-h-6 wrap-anywhere">
      {names !== undefined && (
        <>
          <span className="font-semibold">On shift:</span> {names.length === 0 ? 'no one' : names.join(', ')}
        </>
      )}
    </p>
  );
}

interface PersonProps {
  person: StaffMember;
  shift: Shift | undefined;
  isSelf: boolean;
  onOpen: (open: Open) => void;
}

function Person({ person, shift, isSelf, onOpen }: PersonProps) {
  const { name, email, roles, isSuspended, hasSecondFactor, lastSeenAt, employeeCode } = person;
  return (
    <li className="min-w-0 rounded-lg border border-line bg-surface p-4">
      <p className="font-semibold wrap-anywhere">
        {name} {isSelf && <span className="font-normal text-ink-soft">(you)</span>}
      </p>
      <p className="text-sm wrap-anywhere text-ink-soft">{email}</p>
      <p className="mt-2 flex flex-wrap gap-2">
        {roles.map((role) => (
          <Chip key={role}>{roleTexts[role].label}</Chip>
        ))}
        {shift !== undefined && (
          <Chip look="good">
            On shift as {roleTexts[shift.role].label} since {formatTime(Date.parse(shift.startedAt))}
          </Chip>
        )}
        {isSuspended && <Chip look="bad">Suspended</Chip>}
        {hasSecondFactor && <Chip look="good">Second factor</Chip>}
        {employeeCode !== null && <Chip>Code {employeeCode}</Chip>}
      </p>
      <p className="mt-2 text-sm text-ink-soft">
        {lastSeenAt === null ? 'Not seen yet' : `Last seen ${formatDateTime(lastSeenAt)}`}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls. */}
      <div role="group" aria-label={`Actions for ${name}`} className="mt-2 -ml-3 flex flex-wrap">
        <Button variant="quiet" className="px-3!" onClick={() => onOpen({ what: 'roles', person })}>
          Change roles
        </Button>
        {mayHavePin(person) && (
          <Button variant="quiet" className="px-3!" onClick={() => onOpen({ what: 'pin', person })}>
            {employeeCode === null ? 'Set PIN' : 'New PIN'}
          </Button>
        )}
        {actionsOf(person, isSelf).map((action) => (
          <Button
            key={action}
            variant="quiet"
            className={action === 'suspend' || action === 'remove' ? 'px-3! text-danger!' : 'px-3!'}
            onClick={() => onOpen({ what: 'action', person, action })}
          >
            {actionLabels[action]}
          </Button>
        ))}
      </div>
    </li>
  );
}

interface InvitationsProps {
  invitations: EndpointResponse<'listStaff'>['data']['invitations'];
  onOpen: (open: Open) => void;
}

function Invitations({ invitations, onOpen }: InvitationsProps) {
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby="staff-invitations" className="mt-8">
      <h2 id="staff-invitations" className="mb-2 text-lg">
        Open invitations
      </h2>
      <ul aria-label="Open invitations" className="grid gap-3 md:grid-cols-2">
        {invitations.map((invitation) => (
          <li key={invitation._id} className="min-w-0 rounded-lg border border-line bg-surface p-4">
            <p className="font-semibold wrap-anywhere">{invitation.name}</p>
            <p className="text-sm wrap-anywhere text-ink-soft">
              {invitation.email ?? 'By a link'} · {roleNames(invitation.roles)}
            </p>
            <p className="text-sm text-ink-soft">
              By {invitation.invitedBy}, until {formatDateTime(invitation.expiresAt)}
            </p>
            <Button
              variant="quiet"
              className="mt-1 -ml-3 px-3! text-danger!"
              aria-label={`Revoke the invitation of ${invitation.name}`}
              onClick={() => onOpen({ what: 'revoke', invitation })}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RevokeDialogProps {
  invitation: StaffInvitation;
  onDone: () => void;
  onClose: () => void;
}

function RevokeDialog({ invitation, onDone, onClose }: RevokeDialogProps) {
  async function revoke() {
    const outcome = await callApi('revokeInvitation', { _id: invitation._id });
    if (!outcome.isOk) return outcome.error;
    showToast('success', outcome.response.message);
    onDone();
    return null;
  }
  return (
    <ConfirmCallDialog
      title={`Revoke the invitation of ${invitation.name}?`}
      confirmLabel="Revoke"
      isDangerous
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>The link does not work any more.</p>
    </ConfirmCallDialog>
  );
}
