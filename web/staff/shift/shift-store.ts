import { create } from 'zustand';
import type { EndpointInput } from '#contract/api.ts';
import type { Shift, ShiftRole } from '#contract/staff/shift.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi, newRequestId, type Outcome } from '#web/api/client.ts';
import { readStoredJson, removeStored, writeStored } from '#web/base/storage.ts';
import { onLogOut } from '#web/session/session.ts';
import { createSendQueue, timeoutMilliseconds } from '#web/staff/send-queue.ts';
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

const useShifts = create<ShiftState>()(() => nothing);

const get = useShifts.getState;

const toKey = (userId: string) => `tokri.shift.${userId}`;

function set(change: Partial<ShiftState>): void {
  useShifts.setState(change);
  const { userId, actions } = get();
  if (userId === '') return;
  if (actions.length === 0) removeStored(toKey(userId));
  else writeStored(toKey(userId), JSON.stringify(actions));
}

onLogOut(() => useShifts.setState(nothing, true));

/** The open shift with what is not sent yet; undefined while it is not known. */
export function useShift(): Shift | null | undefined {
  const { shift, actions } = useShifts();
  return actions.reduce<Shift | null | undefined>(
    (_before, action) =>
      action.kind === 'out' ? null : { _id: action._id, role: action.role, startedAt: action.startedAt },
    shift,
  );
}

/** Reads the shift of a person and sends what waits. Returns the function that stops it. */
export function startShifts(userId: string): () => void {
  if (get().userId !== userId) {
    const stored = readStoredJson(toKey(userId));
    useShifts.setState({ ...nothing, userId, actions: Array.isArray(stored) ? stored.filter(isAction) : [] });
  }
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

/** Not trusted: an older version, or other scripts of this origin, may have written it. */
function isAction(value: unknown): value is ShiftAction {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('_id' in value)) return false;
  if (typeof value._id !== 'string') return false;
  return value.kind === 'out' || (value.kind === 'in' && 'role' in value && 'startedAt' in value);
}
