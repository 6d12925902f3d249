import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { EndpointInput } from '#contract/api.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { isPermanentError } from '#web/api/api-error.ts';
import { type CallOutcome, callApi } from '#web/api/client.ts';
import { may, useSession } from '#web/session/session.ts';
import { showToast } from '#web/ui/toast.ts';
import { dropDelivery, type HeldDelivery, keepUnsent, undoMs, useHeldDeliveries } from './held-deliveries.ts';
import { cachedOrder, invalidateBoard, refetchOrder, updateOrderCache } from './order-queries.ts';
import {
  canChangeTo,
  canRecordPayment,
  findRiderOnTheWay,
  hasUnpickedLines,
  isUpiUnpaid,
  statusLabels,
  stepTo,
  type TargetStatus,
} from './order-status.ts';

type Line = StaffOrder['items'][number];

/** Actions on order lines. Staff tick (pick) each line while packing it. */
export interface OrderLines {
  /** The order with ticks that the server has not confirmed yet. */
  withPendingPicks: (order: StaffOrder) => StaffOrder;
  /** Optimistic: shown at once and reverted if the server rejects it. */
  pick: (order: StaffOrder, line: Line, isPicked: boolean) => void;
  markUnavailable: (
    order: StaffOrder,
    line: Line,
    reason: string,
  ) => Promise<CallOutcome<'markLineUnavailable'>>;
  /** Resolves when the server has answered all pending picks. */
  whenPicksAreSaved: () => Promise<unknown>;
}

export function useOrderLines(): OrderLines {
  const queries = useQueryClient();
  const [pendingPicks, setPendingPicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const pending = useRef(new Set<Promise<void>>());

  async function send({ _id }: StaffOrder, { position }: Line, isPicked: boolean): Promise<void> {
    const key = keyOf(_id, position);
    setPendingPicks((all) => new Map(all).set(key, isPicked));
    const outcome = await callApi('pickLine', { _id, position, isPicked }, { keepalive: true });
    if (outcome.isOk) updateOrderCache(queries, [outcome.response.data]);
    else {
      showToast('error', outcome.error.message);
      void refetchOrder(queries, _id);
    }
    setPendingPicks((all) => {
      // A later pick of the same line is still pending.
      if (all.get(key) !== isPicked) return all;
      const next = new Map(all);
      next.delete(key);
      return next;
    });
  }

  function pick(order: StaffOrder, line: Line, isPicked: boolean): void {
    const sending = send(order, line, isPicked).finally(() => pending.current.delete(sending));
    pending.current.add(sending);
  }

  async function markUnavailable({ _id }: StaffOrder, { position, name }: Line, reason: string) {
    const input = { _id, position, ...(reason !== '' && { reason }) };
    const outcome = await callApi('markLineUnavailable', input);
    if (outcome.isOk) {
      updateOrderCache(queries, [outcome.response.data]);
      showToast('success', `${name} marked as unavailable`);
    } else void refetchOrder(queries, _id);
    return outcome;
  }

  function withPendingPicks(order: StaffOrder): StaffOrder {
    if (pendingPicks.size === 0) return order;
    const items = order.items.map((line) => ({
      ...line,
      isPicked: pendingPicks.get(keyOf(order._id, line.position)) ?? line.isPicked,
    }));
    return { ...order, items };
  }

  return { withPendingPicks, pick, markUnavailable, whenPicksAreSaved: () => Promise.all(pending.current) };
}

function keyOf(id: string, position: number): string {
  return `${id} ${position}`;
}

const timeoutMilliseconds = 60_000;
const maximumNamed = 3;
const unconfirmedUpi = 'Delivered before the payment was recorded';

/** What a confirmation adds to the change. */
export type Confirmed = Pick<EndpointInput<'changeOrders'>, 'reason' | 'message' | 'allowUnpicked'>;

/** Status change that waits for a confirmation. */
interface PendingTransition {
  orders: readonly StaffOrder[];
  to: TargetStatus;
}

/**
 * Changes the status of orders and reports the results. Waits for `ready` first, because a pick that arrives
 * after its order was handed over would be rejected. A delivery is held first, so that it can be undone.
 */
export function useOrderTransitions(ready: () => Promise<unknown>) {
  const queries = useQueryClient();
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set());
  const [confirmation, setConfirmation] = useState<PendingTransition | null>(null);
  const { user } = useSession();
  const userId = user?._id ?? '';
  const { held, hold, undo, sendAgain } = useHeldDeliveries({ userId, send: sendDelivery });

  /** Changes the status, after confirmation where it is required. */
  function requestTransition(orders: readonly StaffOrder[], to: TargetStatus): void {
    // Ignores a second click while the first one is pending.
    const idle = orders.filter(({ _id }) => !busyIds.has(_id) && !held.has(_id));
    const able = idle.filter((order) => canChangeTo(order, to));
    const needsConfirmation =
      to === 'CANCELLED' ||
      (to === 'OUT_FOR_DELIVERY' && able.some(hasUnpickedLines)) ||
      (to === 'DELIVERED' && able.some(canRecordPayment));
    if (!may(user, stepTo(to).permission)) showToast('error', 'Do not have permission');
    else if (able.length === 0) explain(idle, to);
    else if (needsConfirmation) setConfirmation({ orders: able, to });
    else if (to === 'DELIVERED') deliver(able);
    else void changeStatus(able, to);
  }

  /** What is due in cash has been received; UPI payments may be recorded later. */
  function deliver(orders: readonly StaffOrder[]) {
    for (const order of orders) holdDelivery(order, isUpiUnpaid(order) ? unconfirmedUpi : null);
  }

  function holdDelivery(order: StaffOrder, unpaidReason: string | null) {
    hold(order, unpaidReason);
    const text = `${order.orderId}: undo within ${undoMs / 1000} seconds`;
    showToast('blank', text, { id: `held-${order._id}` });
  }

  async function sendDelivery({ id, number, unpaidReason }: HeldDelivery): Promise<void> {
    const unpaid = unpaidReason === null ? {} : { allowUnpaid: true, reason: unpaidReason };
    const outcome = await callApi(
      'changeOrders',
      { ids: [id], to: 'DELIVERED', ...unpaid },
      { keepalive: true },
    );
    // Without an answer or a session it stays, and is sent again.
    if (!outcome.isOk && (!isPermanentError(outcome.error) || outcome.error.status === 401))
      return keepUnsent(id);
    dropDelivery(id);
    if (!outcome.isOk) {
      showToast('error', `${number}: ${outcome.error.message}`);
      return invalidateBoard(queries);
    }
    const { changed, refused } = outcome.response.data;
    updateOrderCache(queries, changed);
    // A list of the dashboard that was opened before the answer.
    void queries.invalidateQueries({ queryKey: ['store-opening'] });
    if (changed.length > 0)
      return void showToast('success', `${number} delivered${unpaidReason === null ? '' : ', not paid yet'}`);
    await refetchOrder(queries, id);
    // A first attempt whose answer was lost has delivered it.
    if (refused.length > 0 && cachedOrder(queries, id)?.status !== 'DELIVERED')
      showToast('error', rejectionText(refused));
  }

  async function changeStatus(orders: readonly StaffOrder[], to: TargetStatus, confirmed: Confirmed = {}) {
    const ids = orders.map(({ _id }) => _id);
    setBusyIds((busy) => new Set([...busy, ...ids]));
    await ready();
    const outcome = await callApi('changeOrders', { ids, to, ...confirmed }, { timeoutMilliseconds });
    setBusyIds((busy) => new Set([...busy].filter((id) => !ids.includes(id))));
    if (!outcome.isOk) {
      showToast('error', outcome.error.message);
      // The result of the request is unknown.
      invalidateBoard(queries);
      return;
    }
    const { changed, refused } = outcome.response.data;
    updateOrderCache(queries, changed);
    if (changed.length > 0) {
      const what = changed.length === 1 ? changed[0]?.orderId : `${changed.length} orders`;
      showToast('success', `${what} ${stepTo(to).done}`);
    }
    if (refused.length === 0) return;
    invalidateBoard(queries);
    // Another device has unticked a line since this page asked.
    const isToConfirm = ({ code }: { code: string }) => code === 'UNPICKED_LINES';
    const confirmableIds = refused.filter(isToConfirm).map(({ _id }) => _id);
    if (confirmableIds.length > 0)
      setConfirmation({ orders: orders.filter(({ _id }) => confirmableIds.includes(_id)), to });
    const others = refused.filter((each) => !isToConfirm(each));
    if (others.length > 0) showToast('error', rejectionText(others));
  }

  return {
    requestTransition,
    busyIds,
    confirmation,
    confirm(confirmed: Confirmed = {}) {
      setConfirmation(null);
      if (confirmation === null) return;
      const { orders, to } = confirmation;
      if (to === 'DELIVERED') deliver(orders);
      else void changeStatus(orders, to, confirmed);
    },
    dismissConfirmation: () => setConfirmation(null),
    /** The deliveries that are not sent yet, by the id of the order. */
    held,
    undoDelivery(id: string) {
      const number = held.get(id)?.number;
      if (undo(id)) showToast('blank', `${number} is still on the way`, { id: `held-${id}` });
    },
    sendDeliveryAgain: sendAgain,
    /** Delivers an order without its payment. */
    deliverUnpaid(order: StaffOrder, reason: string) {
      setConfirmation(null);
      holdDelivery(order, reason);
    },
  };
}
export type OrderTransitions = ReturnType<typeof useOrderTransitions>;

/** Explains why a shortcut has no effect on these orders. */
function explain([first, ...others]: readonly StaffOrder[], to: TargetStatus): void {
  if (first === undefined) return;
  const rider = to === 'DELIVERED' && others.length === 0 ? findRiderOnTheWay(first) : null;
  if (rider !== null) {
    showToast('blank', `${rider.name} has ${first.orderId}, and marks it delivered`, { id: 'order-step' });
    return;
  }
  const what =
    others.length === 0 ? `${first.orderId} (${statusLabels[first.status]})` : `${others.length + 1} orders`;
  showToast('blank', `Not available for ${what}`, { id: 'order-step' });
}

/** Orders that another admin changed first, with their current status. */
function rejectionText(refused: readonly { orderId: string; message: string }[]): string {
  const named = refused.slice(0, maximumNamed).map(({ orderId, message }) => `${orderId}: ${message}`);
  const rest = refused.length - named.length;
  return rest === 0 ? named.join(' ') : `${named.join(' ')} And ${rest} more.`;
}
