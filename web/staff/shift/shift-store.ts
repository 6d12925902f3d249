import { create } from 'zustand';
import type { EndpointInput } from '#contract/api.ts';
import type { Shift, ShiftRole } from '#contract/staff/shift.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi, newRequestId, type Outcome } from '#web/api/client.ts';
import { isRecord } from '#web/base/storage.ts';
import { onLogOut } from '#web/session/session.ts';
import { createSendQueue, timeoutMilliseconds } from '#web/staff/send-queue.ts';
import { createActionStorage } from '#web/staff/stored-work.ts';
import { showToast } from '#web/ui/toast.ts';

/** A clocking that the server has not confirmed. */
type ShiftAction =
  | ({ kind: 'in'; startedAt: string } & EndpointInput<'clockIn'>)
  | ({ kind: 'out' } & EndpointInput<'clockOut'>);

interface ShiftState {
  userId: string;
  /** As the server had it last; undefined before that. */
  shift: Shift | null | undefined;
  actions: ShiftAction[];
}

const nothing: ShiftState = { userId: '', shift: undefined, actions: [] };

export const useShifts = create<ShiftState>()(() => nothing);

const get = useShifts.getState;

const storedActions = createActionStorage('shift', isAction);

function set(change: Partial<ShiftState>): void {
  useShifts.setState(change);
  const { userId, actions } = get();
  if (userId !== '') storedActions.write(userId, actions);
}

onLogOut(() => useShifts.setState(nothing, true));

/** The open shift with what is not sent yet; undefined while it is not known. */
export function useShift(): Shift | null | undefined {
  return toShift(useShifts());
}

export function toShift({ shift, actions }: ShiftState): Shift | null | undefined {
  return actions.reduce<Shift | null | undefined>(
    (_before, action) =>
      action.kind === 'out' ? null : { _id: action._id, role: action.role, startedAt: action.startedAt },
    shift,
  );
}

/** Reads the shift of a person and sends what waits. Returns the function that stops it. */
export function startShifts(userId: string): () => void {
  if (get().userId !== userId)
    useShifts.setState({ ...nothing, userId, actions: storedActions.read(userId) });
  const again = () => void queue.send().then(refresh);
  window.addEventListener('online', again);
  again();
  return () => {
    window.removeEventListener('online', again);
    queue.stop();
  };
}

async function refresh(): Promise<void> {
  const before = get().actions;
  const outcome = await callApi('getShift', {}, { timeoutMilliseconds });
  if (outcome.isOk && get().actions === before) set({ shift: outcome.response.data });
}

const queue = createSendQueue<ShiftAction, Shift | null>({
  name: 'tokri-shift',
  next: () => get().actions[0],
  send,
  onSent: (action, shift) => set({ shift, actions: get().actions.filter((other) => other !== action) }),
  onRejected: rejectAction,
  onSessionEnd: () => {},
  onUnreachable: () => {},
  onRetried: () => void refresh(),
});

async function send(action: ShiftAction): Promise<Outcome<Shift | null>> {
  const outcome =
    action.kind === 'in'
      ? await callApi('clockIn', { _id: action._id, role: action.role }, { timeoutMilliseconds })
      : await callApi('clockOut', { _id: action._id }, { timeoutMilliseconds });
  return outcome.isOk ? { isOk: true, response: outcome.response.data } : outcome;
}

function rejectAction(action: ShiftAction, { message }: ApiError): void {
  set({ actions: get().actions.filter((other) => other !== action) });
  showToast('error', message);
  void refresh();
}

/** Begins a shift at once, and sends it. */
export function clockIn(role: ShiftRole): void {
  const action: ShiftAction = {
    kind: 'in',
    ...{ _id: newRequestId(), role, startedAt: new Date().toISOString() },
  };
  set({ actions: [...get().actions, action] });
  void queue.send();
}

/** Ends a shift at once, and sends it. */
export function clockOut({ _id }: Shift): void {
  set({ actions: [...get().actions, { kind: 'out', _id }] });
  void queue.send();
}

function isAction(value: unknown): value is ShiftAction {
  return (
    isRecord(value) &&
    typeof value._id === 'string' &&
    (value.kind === 'out' || (value.kind === 'in' && 'role' in value && typeof value.startedAt === 'string'))
  );
}
