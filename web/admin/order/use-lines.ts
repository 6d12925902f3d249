import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BoardOrder } from '#contract/order-board.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api.ts';
import { showToast } from '#web/ui/toast.ts';
import { readOrderAgain, showOrders } from './board-data.ts';

type Line = BoardOrder['items'][number];

/** Ticks the lines of an order and takes them off. A tick shows at once, and goes again when the shop says no. */
export function useLines(order: BoardOrder) {
  const queries = useQueryClient();
  const [ticks, setTicks] = useState<ReadonlyMap<number, boolean>>(new Map());
  const { _id } = order;

  async function pick({ position }: Line, isPicked: boolean): Promise<void> {
    setTicks((all) => new Map(all).set(position, isPicked));
    const outcome = await callApi('pickLine', { _id, position, isPicked }, { keepalive: true });
    if (outcome.isOk) showOrders(queries, [outcome.answer.data]);
    else refuse(outcome.error);
    setTicks((all) => {
      // A later tick of the same line is still on its way.
      if (all.get(position) !== isPicked) return all;
      const next = new Map(all);
      next.delete(position);
      return next;
    });
  }

  /** Takes a line off; gives why it was refused, or null when it is done. */
  async function takeOff({ position, name }: Line, reason: string): Promise<ApiError | null> {
    const input = { _id, position, ...(reason !== '' && { reason }) };
    const outcome = await callApi('takeOffLine', input);
    if (!outcome.isOk) {
      void readOrderAgain(queries, _id);
      return outcome.error;
    }
    showOrders(queries, [outcome.answer.data]);
    showToast('success', `${name} taken off`);
    return null;
  }

  function refuse(error: ApiError): void {
    showToast('error', error.message);
    void readOrderAgain(queries, _id);
  }

  /** Whether a line is in the bag, as far as this page knows. */
  const isPicked = (line: Line) => ticks.get(line.position) ?? line.isPicked;
  return { pick, takeOff, isPicked };
}
