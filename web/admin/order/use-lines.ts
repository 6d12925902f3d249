import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { BoardOrder } from '#contract/order-board.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api.ts';
import { showToast } from '#web/ui/toast.ts';
import { readOrderAgain, showOrders } from './board-data.ts';

type Line = BoardOrder['items'][number];

/** What can be done with the lines of the orders on the board. */
export interface Lines {
  /** An order with the ticks of this page, which the shop may not have answered yet. */
  ticked: (order: BoardOrder) => BoardOrder;
  /** Ticks a line: shows at once, and goes again when the shop says no. */
  pick: (order: BoardOrder, line: Line, isPicked: boolean) => void;
  /** Takes a line off; gives why it was refused, or null when it is done. */
  takeOff: (order: BoardOrder, line: Line, reason: string) => Promise<ApiError | null>;
  /** Resolves when every tick so far has its answer. */
  settled: () => Promise<unknown>;
}

/** Ticks lines of orders and takes them off. */
export function useLines(): Lines {
  const queries = useQueryClient();
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const underWay = useRef(new Set<Promise<void>>());

  async function send({ _id }: BoardOrder, { position }: Line, isPicked: boolean): Promise<void> {
    const key = keyOf(_id, position);
    setTicks((all) => new Map(all).set(key, isPicked));
    const outcome = await callApi('pickLine', { _id, position, isPicked }, { keepalive: true });
    if (outcome.isOk) showOrders(queries, [outcome.answer.data]);
    else refuse(_id, outcome.error);
    setTicks((all) => {
      // A later tick of the same line is still on its way.
      if (all.get(key) !== isPicked) return all;
      const next = new Map(all);
      next.delete(key);
      return next;
    });
  }

  function pick(order: BoardOrder, line: Line, isPicked: boolean): void {
    const sending = send(order, line, isPicked).finally(() => underWay.current.delete(sending));
    underWay.current.add(sending);
  }

  async function takeOff({ _id }: BoardOrder, { position, name }: Line, reason: string) {
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

  function refuse(id: string, error: ApiError): void {
    showToast('error', error.message);
    void readOrderAgain(queries, id);
  }

  function ticked(order: BoardOrder): BoardOrder {
    if (ticks.size === 0) return order;
    const items = order.items.map((line) => ({
      ...line,
      isPicked: ticks.get(keyOf(order._id, line.position)) ?? line.isPicked,
    }));
    return { ...order, items };
  }

  return { ticked, pick, takeOff, settled: () => Promise.all(underWay.current) };
}

function keyOf(id: string, position: number): string {
  return `${id} ${position}`;
}
