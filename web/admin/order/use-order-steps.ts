import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BoardOrder } from '#contract/order-board.ts';
import { canBecome } from '#contract/rules/order-status.ts';
import { callApi } from '#web/api.ts';
import { showToast } from '#web/ui/toast.ts';
import { readBoardAgain, showOrders } from './board-data.ts';
import { isHalfPicked, stateTexts, stepTo, type Target } from './order-state.ts';

/** What is asked before orders go on: why they are cancelled, or whether they are complete. */
export interface Question {
  kind: 'cancel' | 'half-picked';
  orders: readonly BoardOrder[];
  to: Target;
}

const manyTimeoutMilliseconds = 60_000;
const mostNamed = 3;

/**
 * Takes orders from state to state: says what has happened, what was refused and why, and shows all as it is. Waits
 * for `ready` first: a tick of a line that came after its order has left would be refused.
 */
export function useOrderSteps(ready: () => Promise<unknown>) {
  const queries = useQueryClient();
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set());
  const [question, setQuestion] = useState<Question | null>(null);

  /** Begins a step: at once where nothing has to be asked. */
  function begin(orders: readonly BoardOrder[], to: Target): void {
    // A second tap while the first is under way.
    const idle = orders.filter(({ _id }) => !busyIds.has(_id));
    const able = idle.filter(({ status }) => canBecome(status, to));
    if (able.length === 0) explain(idle);
    else if (to === 'CANCELLED') setQuestion({ kind: 'cancel', orders: able, to });
    else if (to === 'OUT_FOR_DELIVERY' && able.some(isHalfPicked)) {
      setQuestion({ kind: 'half-picked', orders: able, to });
    } else void take(able, to);
  }

  async function take(orders: readonly BoardOrder[], to: Target, reason?: string): Promise<void> {
    const ids = orders.map(({ _id }) => _id);
    setQuestion(null);
    setBusyIds((busy) => new Set([...busy, ...ids]));
    await ready();
    const input = { ids, to, ...(reason !== undefined && { reason }) };
    const outcome = await callApi('changeOrders', input, { timeoutMilliseconds: manyTimeoutMilliseconds });
    setBusyIds((busy) => new Set([...busy].filter((id) => !ids.includes(id))));
    if (!outcome.isOk) {
      showToast('error', outcome.error.message);
      // Whether it was done, nobody knows.
      readBoardAgain(queries);
      return;
    }
    const { changed, refused } = outcome.answer.data;
    showOrders(queries, changed);
    if (changed.length > 0) {
      const [first] = changed;
      const what = changed.length === 1 ? first?.orderId : `${changed.length} orders`;
      showToast('success', `${what} ${stepTo(to).done}`);
    }
    if (refused.length > 0) {
      showToast('error', refusalText(refused));
      readBoardAgain(queries);
    }
  }

  return { begin, take, busyIds, question, leaveQuestion: () => setQuestion(null) };
}

/** A key was pressed for a step that does not come next. */
function explain([first, ...others]: readonly BoardOrder[]): void {
  if (first === undefined) return;
  const what = others.length === 0 ? `${first.orderId} is` : `${others.length + 1} orders are`;
  const where = others.length === 0 ? `: ${stateTexts[first.status]}` : '';
  showToast('blank', `${what} not at that step${where}`, { id: 'order-step' });
}

/** Somebody else was faster with these: each with where it is now. */
function refusalText(refused: readonly { orderId: string; message: string }[]): string {
  const named = refused.slice(0, mostNamed).map(({ orderId, message }) => `${orderId}: ${message}`);
  const rest = refused.length - named.length;
  return rest === 0 ? named.join(' ') : `${named.join(' ')} And ${rest} more.`;
}
