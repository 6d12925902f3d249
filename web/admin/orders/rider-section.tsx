import { useQuery, useQueryClient } from '@tanstack/react-query';
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
import { showToast } from '#web/ui/toast.ts';
import { SummarySection } from './deliver-to.tsx';
import { refetchOrder } from './order-queries.ts';

/** Who takes an order to its shopper and what happened on the way; staff who hand orders over choose the rider. */
export function RiderSection({ order }: { order: StaffOrder }) {
  const { delivery, status } = order;
  const [isChoosing, setIsChoosing] = useState(false);
  const place = useFocusFallback(isChoosing, order);
  const mayHandOver = useMay('hand-over');
  const maySeePhoto = useMay('contact-shopper');
  const canChoose = mayHandOver && (status === 'PACKING' || status === 'OUT_FOR_DELIVERY');
  if (delivery === undefined && !canChoose) return null;
  const rider = delivery?.rider ?? null;
  return (
    <SummarySection title="Rider">
      <div ref={place} tabIndex={-1} className="space-y-2 rounded-md outline-offset-4">
        <p className="font-semibold wrap-anywhere">{rider === null ? 'No rider' : rider.name}</p>
        {delivery !== undefined && <Steps delivery={delivery} />}
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
  const { rider, takenAt, leftAt, deliveredAt, receivedAmt, returning } = delivery;
  const steps = [
    rider !== null && `Taken ${formatDateTime(takenAt)}`,
    leftAt !== null && `Left ${formatDateTime(leftAt)}`,
    deliveredAt !== null && `Delivered ${formatDateTime(deliveredAt)}`,
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
  const riders = useQuery({
    queryKey: ['riders'],
    queryFn: async ({ signal }) => (await callApiOrThrow('listRiders', {}, { signal })).data,
    staleTime: 0,
  });
  // As it was when the dialog opened: what a colleague or a rider has changed since is found by the server.
  const [{ version, present }] = useState({
    version: order.delivery?.version ?? 0,
    present: order.delivery?.rider?._id ?? noRider,
  });
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
    onError() {
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
