import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bike } from 'lucide-react';
import { useState } from 'react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { undeliveredLabels } from '#contract/orders/undelivered.ts';
import { deliveryPhotoPath, maximumDeliveries } from '#contract/riders/delivery-pin.ts';
import { useFocusFallback } from '#web/admin/confirm-call-dialog.tsx';
import { RadioField, StaffDialog } from '#web/admin/form-parts.tsx';
import { PrivatePicture } from '#web/admin/images/private-picture.tsx';
import { Loaded } from '#web/admin/page-parts.tsx';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { formatDateTime } from '#web/base/time.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { showToast } from '#web/ui/toast.ts';
import { SummarySection } from './deliver-to.tsx';
import { refetchOrder } from './order-queries.ts';
import { findRiderOnTheWay, isPacked } from './order-status.ts';

const ridersMs = 60_000;
const ridersQuery = {
  queryKey: ['riders'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callApiOrThrow('listRiders', {}, { signal })).data,
};

/** Whether riders are on shift: in a store without riders no order waits for one. False for who hands over nothing. */
export function useHasRiders(): boolean {
  const enabled = useMay('hand-over');
  const { data = [] } = useQuery({ ...ridersQuery, enabled, refetchInterval: ridersMs, staleTime: ridersMs });
  return enabled && data.some(({ isOnShift }) => isOnShift);
}

/** In the list of orders: who has an order, or that it waits for a rider. */
export function RiderChip({ order, hasRiders }: { order: StaffOrder; hasRiders: boolean }) {
  const { delivery, status } = order;
  const rider = delivery?.rider ?? null;
  const isOpen = status === 'PACKING' || status === 'OUT_FOR_DELIVERY';
  if (!isOpen) return null;
  if (rider === null) return hasRiders && isPacked(order) ? <Chip look="warning">No rider</Chip> : null;
  const isReturning = delivery?.returning != null;
  return (
    <Chip look={isReturning ? 'warning' : 'plain'}>
      <span className="flex items-center gap-1">
        <Bike aria-hidden="true" className="size-4 flex-none" />
        <span className="sr-only">Rider:</span>
        <span className="max-w-32 truncate sm:max-w-48">{rider.name}</span>
        {isReturning && <span className="whitespace-nowrap">brings it back</span>}
      </span>
    </Chip>
  );
}

/** Who takes an order to its shopper and what happened on the way; staff who hand orders over choose the rider. */
export function RiderSection({ order }: { order: StaffOrder }) {
  const { delivery, status } = order;
  const [isChoosing, setIsChoosing] = useState(false);
  const place = useFocusFallback(isChoosing, order);
  const mayHandOver = useMay('hand-over');
  const maySeePhoto = useMay('contact-shopper');
  const mayDeliver = useMay('deliver');
  const rider = delivery?.rider ?? null;
  // Of an order that is not packed, the server refuses it.
  const canChoose =
    mayHandOver &&
    (isPacked(order) || status === 'OUT_FOR_DELIVERY' || (status === 'PACKING' && rider !== null));
  if (delivery === undefined && !canChoose) return null;
  return (
    <SummarySection title="Rider">
      <div ref={place} tabIndex={-1} className="space-y-2 rounded-md outline-offset-4">
        <p className="font-semibold wrap-anywhere">{rider === null ? 'No rider' : rider.name}</p>
        {delivery !== undefined && <Steps delivery={delivery} />}
        {canChoose && mayDeliver && findRiderOnTheWay(order) !== null && delivery?.returning === null && (
          <p className="text-ink-soft">To mark it delivered here, take it from the rider first.</p>
        )}
        {delivery?.hasPhoto === true && maySeePhoto && (
          <PrivatePicture
            path={`${deliveryPhotoPath}?_id=${order._id}`}
            title={`Picture of the delivery of ${order.orderId}`}
            alt="The delivered order"
          />
        )}
        {canChoose && (
          <Button variant="secondary" onClick={() => setIsChoosing(true)}>
            {rider === null ? 'Assign a rider…' : 'Change the rider…'}
          </Button>
        )}
      </div>
      {isChoosing && <AssignDialog order={order} onClose={() => setIsChoosing(false)} />}
    </SummarySection>
  );
}

function Steps({ delivery }: { delivery: NonNullable<StaffOrder['delivery']> }) {
  const { rider, takenAt, leftAt, deliveredAt, payment, receivedAmt, returning } = delivery;
  const steps = [
    rider !== null && `Taken ${formatDateTime(takenAt)}`,
    leftAt !== null && `Left ${formatDateTime(leftAt)}`,
    deliveredAt !== null && `Delivered ${formatDateTime(deliveredAt)}`,
    payment === 'UPI' && 'Paid by UPI, as the rider says',
    receivedAmt !== null && `${formatPaise(toPaise(receivedAmt))} received in cash, before change`,
  ].filter((text) => text !== false);
  return (
    <>
      {steps.length > 0 && <p className="text-ink-soft tabular-nums">{steps.join(' · ')}</p>}
      {returning !== null && (
        <p className="rounded-md bg-marigold-soft px-4 py-3 font-medium wrap-anywhere">
          Comes back to the store: {undeliveredLabels[returning.reason]}
          {returning.note !== null && ` (${returning.note})`}, {formatDateTime(returning.at)}
        </p>
      )}
    </>
  );
}

const noRider = '';

function AssignDialog({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const queries = useQueryClient();
  const riders = useQuery({ ...ridersQuery, staleTime: 0 });
  // As it was when the dialog opened: the server finds and says what a colleague or a rider has changed since.
  const [version, setVersion] = useState(order.delivery?.version ?? 0);
  const [present] = useState(order.delivery?.rider?._id ?? noRider);
  const toInput = ({ riderId }: { riderId: string }) => ({
    ...{ _id: order._id, version },
    riderId: riderId === noRider ? null : riderId,
  });
  const form = useApiForm({
    defaultValues: { riderId: present },
    loadSchema: () =>
      import('#contract/riders/delivery.ts').then(({ assignDelivery }) => assignDelivery.input),
    toInput,
    send: (values) => callApi('assignDelivery', toInput(values)),
    onSuccess({ message }) {
      void refetchOrder(queries, order._id);
      showToast('success', `${order.orderId}: ${message}`);
      onClose();
    },
    onError({ code, details }) {
      if (code === 'CHANGED_MEANWHILE' && typeof details.version === 'number') setVersion(details.version);
      void refetchOrder(queries, order._id);
      void riders.refetch();
      return false;
    },
  });
  return (
    <StaffDialog title={`Rider of ${order.orderId}`} form={form} submitLabel="Save" onClose={onClose}>
      <Loaded query={riders} subject="the riders">
        {(list) => (
          <RadioField
            legend="Rider"
            choices={[
              ...list.map((each) => [each._id, toRiderText(each)] as const),
              [noRider, 'No rider: riders can take it'] as const,
            ]}
            register={form.register('riderId')}
            error={form.errorOf('riderId')}
            isColumn
          />
        )}
      </Loaded>
      <p className="text-sm text-ink-soft">A rider has at most {maximumDeliveries} orders at once.</p>
    </StaffDialog>
  );
}

function toRiderText({
  name,
  orders,
  isOnShift,
}: {
  name: string;
  orders: number;
  isOnShift: boolean;
}): string {
  const count = orders === 0 ? '' : `, ${orders} ${orders === 1 ? 'order' : 'orders'}`;
  return `${name}${isOnShift ? ', on shift' : ''}${count}`;
}
