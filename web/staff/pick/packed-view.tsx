import { CircleCheck } from 'lucide-react';
import type { PickingOrder } from '#contract/picking/picking.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { StatusIcon } from '#web/ui/empty-state.tsx';
import { barClass, contentClass, ToteBadge } from './view-parts.tsx';

interface PackedViewProps {
  order: PickingOrder;
  onNext: () => void;
}

/** A packed order, with the labels of its bags. */
export function PackedView({ order, onNext }: PackedViewProps) {
  return (
    <>
      <div className={`${contentClass} items-center justify-center gap-4 text-center`}>
        <StatusIcon tone="leaf" Icon={CircleCheck} />
        <div role="status">
          <h1 className="text-xl">{t('picking.packedTitle', { number: order.orderId })}</h1>
        </div>
        <p className="flex items-center gap-3 text-lg">
          <ToteBadge tote={order.tote} />
          {t('picking.bags')}: {order.bags}
        </p>
      </div>
      <div className={barClass}>
        <Button isWide className="min-h-16 text-lg" onClick={onNext}>
          {t('picking.nextOrder')}
        </Button>
      </div>
    </>
  );
}
