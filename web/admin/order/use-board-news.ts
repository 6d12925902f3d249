import { useEffect, useRef } from 'react';
import type { BoardOrder } from '#contract/order-board.ts';
import { showToast } from '#web/ui/toast.ts';
import { allowChimeOnGesture, chime } from './chime.ts';
import { NewOrders } from './new-orders.ts';
import { isSoundOn } from './sound-choice.ts';

const newsMilliseconds = 10_000;

/** Says and rings when orders come in, and keeps the number of new ones in the title of the page. */
export function useBoardNews(open: readonly BoardOrder[] | undefined): void {
  const news = useRef(new NewOrders());
  useEffect(allowChimeOnGesture, []);
  useEffect(() => {
    if (open === undefined) return;
    const [first, ...others] = news.current.take(open);
    if (first === undefined) return;
    const message =
      others.length === 0
        ? `New order ${first.orderId} by ${first.shopper.name}`
        : `${others.length + 1} new orders`;
    showToast('blank', message, { id: 'new-orders', durationMilliseconds: newsMilliseconds });
    if (isSoundOn()) chime();
  }, [open]);
  const count = open?.filter(({ status }) => status === 'PLACED').length ?? 0;
  useEffect(() => {
    document.title = count === 0 ? 'Orders' : `(${count}) Orders`;
  }, [count]);
}
