import type { BoardOrder } from '#contract/order-board.ts';
import { Chip } from '#web/ui/chip.tsx';
import { stateTexts } from './order-state.ts';

const looks = {
  PENDING_PAYMENT: 'plain',
  PLACED: 'warning',
  PACKING: 'good',
  OUT_FOR_DELIVERY: 'good',
  DELIVERED: 'plain',
  CANCELLED: 'bad',
} as const;

/** Where an order is. */
export function StateChip({ status }: Pick<BoardOrder, 'status'>) {
  return <Chip look={looks[status]}>{stateTexts[status]}</Chip>;
}
