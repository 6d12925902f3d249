import { create } from 'zustand';
import type { EndpointInput, EndpointName, EndpointResponse } from '#contract/api.ts';
import type { Delivery, WaitingDelivery } from '#contract/riders/delivery.ts';
import type { RiderCash } from '#contract/riders/rider-cash.ts';
import { type ApiError, isPermanentError, toErrorMessage } from '#web/api/api-error.ts';
import { type CallOutcome, callApi, type Outcome } from '#web/api/client.ts';
import { onLogOut } from '#web/session/session.ts';
import { createSendQueue, runInTurn, timeoutMilliseconds } from '#web/staff/send-queue.ts';
import type { StoredWork } from '#web/staff/stored-work.ts';
import { t } from '#web/texts/t.ts';
import { showToast } from '#web/ui/toast.ts';
import {
  type DeliveryAction,
  isOf,
  type KnownDeliveries,
  storedDeliveries,
  type Taken,
  toShownDeliveries,
  toState,
} from './deliveries.ts';

interface DeliverState extends StoredWork<KnownDeliveries, DeliveryAction> {
  /** Packed orders; null until the server has answered. */
  waiting: WaitingDelivery[] | null;
  /** The cash book; null until the server has answered, and for staff who may not take cash. */
  cash: RiderCash | null;
  /** The rider consents that shoppers see how far away their orders are. */
  sharesPosition: boolean;
  /** The browser does not tell the position. */
  isPositionBlocked: boolean;
  /** The server could not be reached. */
  isOffline: boolean;
  /** What the rider has to know, such as that the store has taken an order away; each until it is put away. */
  notices: string[];
  /** Why the orders could not be read, if not for the connection. */
  error: ApiError | null;
}

const nothing: DeliverState = {
  ...{ userId: '', orders: [], heldAmt: null, actions: [], waiting: null, cash: null },
  ...{ sharesPosition: false, isPositionBlocked: false, isOffline: false, notices: [], error: null },
};

/** What the rider has taken, and what waits. */
export const useDeliveries = create<DeliverState>()(() => nothing);

const get = useDeliveries.getState;

function set(change: Partial<DeliverState>): void {
  useDeliveries.setState(change);
  const { userId, orders, heldAmt, actions } = get();
  if (userId !== '') storedDeliveries.write(userId, { orders, heldAmt }, actions);
}

onLogOut(() => useDeliveries.setState(nothing, true));

const lostCodes = new Set(['ORDER_TAKEN', 'NOT_FOUND']);
/** Orders that the rider is giving back. */
const leaving = new Set<string>();
/** Actions whose rejection is shown where they were done. */
const awaited = new Map<DeliveryAction, ApiError | null>();
/** How often the orders were changed by an answer of the server: tells an outdated list. */
let generation = 0;
let takesCash = false;

/** Shows what is stored for a rider, reads the orders and sends what waits. Returns the function that stops it. */
export function startDelivering(userId: string, mayTakeCash: boolean): () => void {
  takesCash = mayTakeCash;
  if (get().userId !== userId) useDeliveries.setState({ ...nothing, ...storedDeliveries.read(userId) });
  const again = () => void queue.send().then(refreshDeliveries);
  window.addEventListener('online', again);
  again();
  return () => {
    window.removeEventListener('online', again);
    queue.stop();
  };
}

/** Reads the orders and the cash of the rider; once more if it is called during a request. */
export const refreshDeliveries = runInTurn(async () => {
  const before = generation;
  const [list, book] = await Promise.all([
    callApi('listDeliveries', {}, { timeoutMilliseconds }),
    takesCash ? callApi('getOwnCash', {}, { timeoutMilliseconds }) : null,
  ]);
  if (!list.isOk) {
    noteFailure(list.error);
    return;
  }
  // Something was confirmed during the requests, so their answers may be older.
  if (generation !== before) {
    void refreshDeliveries();
    return;
  }
  const { own, waiting, sharesPosition } = list.response.data;
  noteLost(own, waiting);
  const unsent = get().orders.filter((order) => hasUnsent(order) && !own.some((other) => isOf(other, order)));
  set({ orders: [...own, ...unsent], waiting, sharesPosition, isOffline: false, error: null });
  if (book?.isOk) set({ cash: book.response.data, heldAmt: book.response.data.heldAmt });
});

function noteFailure(error: ApiError): void {
  if (error.code === 'CANCELLED') return;
  if (isPermanentError(error)) set({ error });
  else set({ isOffline: true });
}

const hasUnsent = (order: Taken) => get().actions.some((action) => isOf(action, order));

/** Tells the rider of orders that the store has taken away. */
function noteLost(own: readonly Delivery[], waiting: readonly WaitingDelivery[]): void {
  const { orders } = get();
  for (const order of orders) {
    const isOwn = own.some((other) => isOf(other, order));
    // The store has confirmed that it came back.
    const isOver = toState(order) === 'returning' || toState(order) === 'cancelled';
    // The answer to what was sent may have been lost, and comes with the next attempt.
    if (isOwn || isOver || hasUnsent(order) || leaving.has(order._id)) continue;
    dropOrder(order, waiting.find(({ _id }) => _id === order._id)?.rider?.name ?? null);
  }
}

function dropOrder(order: Delivery, by: string | null): void {
  const { orders, actions, notices } = get();
  const number = order.orderId;
  const reason = by === null ? t('riders.lost', { number }) : t('riders.takenOver', { number, name: by });
  set({
    orders: orders.filter(({ _id }) => _id !== order._id),
    actions: actions.filter((action) => !isOf(action, order)),
    notices: [...notices, hasUnsent(order) ? `${reason} ${t('riders.unsentDropped')}` : reason],
  });
}

/** Puts away the first notice. */
export function closeNotice(): void {
  set({ notices: get().notices.slice(1) });
}

const queue = createSendQueue<DeliveryAction, EndpointResponse<'leaveWithOrder'>['data'] | null>({
  name: 'tokri-deliveries',
  next: () => get().actions[0],
  async send(action) {
    const outcome = toAnswer(await send(action));
    generation += 1;
    return outcome;
  },
  onSent(action, answer) {
    const { actions, orders } = get();
    set({
      actions: actions.filter((other) => other !== action),
      orders: answer === null ? orders : withDelivery(answer),
      isOffline: false,
    });
    if (action.kind === 'delivered') void refreshDeliveries();
  },
  onRejected: rejectAction,
  // After wrong PINs: what is behind it must not wait.
  isRejection: ({ kind }, { code }) => kind === 'delivered' && code === 'TOO_MANY_REQUESTS',
  onSessionEnd: (error) => set({ error }),
  onUnreachable: () => set({ isOffline: true }),
  onRetried: () => void refreshDeliveries(),
});

type SendOutcome = CallOutcome<'leaveWithOrder'> | CallOutcome<'addDeliveryPhoto'>;

function send(action: DeliveryAction): Promise<SendOutcome> {
  switch (action.kind) {
    case 'leave': {
      const { kind: _kind, ...input } = action;
      return callApi('leaveWithOrder', input, { timeoutMilliseconds });
    }
    case 'photo': {
      const { kind: _kind, ...input } = action;
      return callApi('addDeliveryPhoto', input, { timeoutMilliseconds: photoTimeoutMs });
    }
    case 'delivered': {
      const { kind: _kind, ...input } = action;
      return callApi('deliverOrder', input, { timeoutMilliseconds });
    }
    case 'failed': {
      const { kind: _kind, ...input } = action;
      return callApi('recordFailedDelivery', input, { timeoutMilliseconds });
    }
  }
}

/** A picture has about 200 kB. */
const photoTimeoutMs = 30_000;

function toAnswer(outcome: SendOutcome): Outcome<Delivery | null> {
  return outcome.isOk ? { isOk: true, response: outcome.response.data } : outcome;
}

/** The order of an answer; a delivered one is not shown any more. */
function withDelivery(delivery: Delivery): Delivery[] {
  return get().orders.flatMap((other) => {
    if (other._id !== delivery._id) return other;
    return toState(delivery) === 'done' ? [] : delivery;
  });
}

/** What was done after a rejected action needs it, and is dropped with it. */
function rejectAction(action: DeliveryAction, error: ApiError): void {
  const { orders, actions, notices } = get();
  const order = orders.find((other) => isOf(other, action));
  const rest = actions.filter((other) => !isOf(other, action));
  if (order === undefined) {
    set({ actions: rest });
    return;
  }
  const waiter = actions.find((other) => isOf(other, action) && awaited.has(other));
  if (waiter !== undefined) awaited.set(waiter, error);
  if (lostCodes.has(error.code)) {
    dropOrder(order, typeof error.details.by === 'string' ? error.details.by : null);
  } else {
    const reason = toErrorMessage(error);
    const notice = t('riders.rejected', { number: order.orderId, reason });
    set({ actions: rest, notices: waiter === undefined ? [...notices, notice] : notices });
  }
  void refreshDeliveries();
}

const now = () => new Date().toISOString();

/** Leaves the store with packed orders. */
export function leaveWith(deliveries: readonly Taken[]): void {
  const at = now();
  const added = deliveries.map(({ _id, version }): DeliveryAction => ({ kind: 'leave', _id, version, at }));
  set({ actions: [...get().actions, ...added] });
  void queue.send();
}

/** What is recorded at the door. */
export type Handover = Pick<EndpointInput<'deliverOrder'>, 'payment' | 'pin'> & {
  /** In base64. */
  photo: string | null;
};

/**
 * Records that an order was delivered. While there is a connection, resolves after the answer of the server: to its
 * error if it rejects the delivery, which then does not count.
 */
export async function recordDelivered(
  { _id, version }: Taken,
  { photo, ...given }: Handover,
): Promise<ApiError | null> {
  const at = now();
  const action: DeliveryAction = { kind: 'delivered', _id, version, ...given, at };
  const before: DeliveryAction[] = photo === null ? [] : [{ kind: 'photo', _id, version, photo, at }];
  const wasOffline = get().isOffline;
  if (!wasOffline) awaited.set(action, null);
  set({ actions: [...get().actions, ...before, action] });
  const sent = queue.send();
  if (wasOffline) return null;
  await sent;
  const error = awaited.get(action) ?? null;
  awaited.delete(action);
  return error;
}

type Failure = Pick<EndpointInput<'recordFailedDelivery'>, 'reason' | 'outcome' | 'note'>;

/** Records that an order could not be delivered. */
export function recordFailed({ _id, version }: Taken, failure: Failure): void {
  const { orders, actions } = get();
  const shown = toShownDeliveries(orders, actions).find((other) => isOf(other, { _id, version }));
  const attempt = (shown?.attempts ?? 0) + 1;
  set({ actions: [...actions, { kind: 'failed', _id, version, attempt, ...failure, at: now() }] });
  void queue.send();
}

/** Records whether the rider consents that shoppers see how far away their orders are. Needs a connection. */
export async function setSharesPosition(isShared: boolean): Promise<void> {
  set({ sharesPosition: isShared });
  generation += 1;
  const outcome = await callApi('sharePosition', { isShared });
  generation += 1;
  if (outcome.isOk) return;
  set({ sharesPosition: !isShared });
  showToast('error', outcome.error.message);
}

type OrderCall = Extract<EndpointName, 'takeDelivery' | 'giveBackDelivery'>;

/** Takes over the answer to a call that changes an order. */
function adopt<Name extends OrderCall>(
  outcome: CallOutcome<Name>,
  toOrders: (data: EndpointResponse<Name>['data']) => Delivery[],
): CallOutcome<Name> {
  generation += 1;
  if (outcome.isOk) set({ orders: toOrders(outcome.response.data), isOffline: false });
  void refreshDeliveries();
  return outcome;
}

const withoutOrder = (_id: string) => get().orders.filter((other) => other._id !== _id);

/** Takes a packed order. */
export async function takeDelivery(_id: string): Promise<CallOutcome<'takeDelivery'>> {
  leaving.delete(_id);
  const outcome = await callApi('takeDelivery', { _id });
  return adopt(outcome, (order) => [...withoutOrder(_id), order]);
}

/** Gives an order back that has not left the store, or confirms that a cancelled one is back. */
export async function giveBackDelivery({ _id, version }: Taken): Promise<CallOutcome<'giveBackDelivery'>> {
  await queue.send();
  leaving.add(_id);
  const outcome = await callApi('giveBackDelivery', { _id, version });
  if (!outcome.isOk) leaving.delete(_id);
  return adopt(outcome, () => withoutOrder(_id));
}
