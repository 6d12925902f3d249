import { useEffect, useRef, useState } from 'react';
import { watchOrders } from './order-events.ts';

interface Options {
  /** Listens on when nobody sees the page, for those who hear it. */
  isKeptWhenHidden?: boolean;
}

/**
 * Calls back when an order has changed, or with null as `orderId` when any has; first when listening begins. Says
 * whether changes come by themselves at the moment: while they do not, ask every `orderPollMs`.
 */
export function useOrderEvents(
  orderId: string | null,
  onChange: (orderId: string | null) => void,
  { isKeptWhenHidden = false }: Options = {},
): boolean {
  const [isLive, setIsLive] = useState(false);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    return watchOrders(orderId, {
      onChange: (changed) => change.current(changed),
      onLive: setIsLive,
      isKeptWhenHidden,
    });
  }, [orderId, isKeptWhenHidden]);
  return isLive;
}

/** How often a page asks that is told nothing. */
export const orderPollMs = 15_000;
