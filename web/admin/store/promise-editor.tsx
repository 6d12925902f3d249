import { toPromisedMinutes } from '#contract/delivery/delivery-promise.ts';
import { toQueueMinutes } from '#contract/delivery/picking-queue.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { NumberField } from '#web/admin/form-parts.tsx';

type DeliveryPromise = StoreSettings['promise'];

interface PromiseEditorProps {
  promise: DeliveryPromise;
  errorOf: (path: string) => string | undefined;
  onChange: (promise: DeliveryPromise) => void;
}

const exampleOrders = 10;

/** In how many minutes the store promises to deliver. */
export function PromiseEditor({ promise, errorOf, onChange }: PromiseEditorProps) {
  const change = (changed: Partial<DeliveryPromise>) => onChange({ ...promise, ...changed });
  const minutes = toPromisedMinutes({ ...promise, queueMinutes: toQueueMinutes(promise, exampleOrders) }, 0);
  return (
    <>
      <div className="grid max-w-lg grid-cols-1 gap-3 sm:grid-cols-2">
        <NumberField
          label="Usual minutes to the door"
          value={promise.baseMinutes}
          error={errorOf('promise.baseMinutes')}
          onChange={(baseMinutes) => change({ baseMinutes })}
        />
        <NumberField
          label="Minutes for each waiting order"
          hint="0: other orders do not matter."
          value={promise.minutesPerOrder}
          error={errorOf('promise.minutesPerOrder')}
          onChange={(minutesPerOrder) => change({ minutesPerOrder })}
        />
        <NumberField
          label="People picking at the same time"
          value={promise.pickers}
          error={errorOf('promise.pickers')}
          onChange={(pickers) => change({ pickers })}
        />
        <NumberField
          label="Most minutes to promise"
          value={promise.maximumMinutes}
          error={errorOf('promise.maximumMinutes')}
          onChange={(maximumMinutes) => change({ maximumMinutes })}
        />
      </div>
      {Number.isFinite(minutes) && (
        <p className="text-sm text-ink-soft">
          While {exampleOrders} orders wait, shoppers see {minutes} minutes.
        </p>
      )}
    </>
  );
}
