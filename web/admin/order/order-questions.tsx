import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { isHalfPicked, type Target } from './order-state.ts';
import type { Question } from './use-order-steps.ts';

interface OrderQuestionsProps {
  question: Question | null;
  onTake: (to: Target, reason?: string) => void;
  onLeave: () => void;
}

/** What is asked before orders go on. */
export function OrderQuestions({ question, onTake, onLeave }: OrderQuestionsProps) {
  if (question === null) return null;
  const { orders, to } = question;
  if (question.kind === 'cancel') {
    return <CancelDialog orders={orders} onCancelOrders={(reason) => onTake(to, reason)} onClose={onLeave} />;
  }
  const halves = orders.filter(isHalfPicked);
  const [first] = halves;
  return (
    <ConfirmDialog
      title="Not everything is ticked"
      question={
        halves.length === 1
          ? `Some lines of ${first?.orderId} are not in the bag yet. Hand over all the same?`
          : `Some lines of ${halves.length} orders are not in their bags yet. Hand over all the same?`
      }
      confirmLabel="Hand over"
      cancelLabel="Not yet"
      onConfirm={() => onTake(to)}
      onCancel={onLeave}
    />
  );
}
