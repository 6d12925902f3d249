import { PackageX } from 'lucide-react';
import { Fragment, useId, useState } from 'react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { linePaise, toPricedQuantity } from '#contract/cart/price-cart.ts';
import { toSlotText } from '#contract/delivery/slot-text.ts';
import { mayChange } from '#contract/orders/order-status.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { toLineNote } from '#contract/picking/delivered-line.ts';
import { useFocusFallback } from '#web/admin/confirm-call-dialog.tsx';
import { Loaded } from '#web/admin/page-parts.tsx';
import { formatDateTime, formatTime } from '#web/base/time.ts';
import { useMay, useSession } from '#web/session/session.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Drawer } from '#web/ui/dialog.tsx';
import { ProgressBar } from '#web/ui/loading.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { RiderDetails } from './deliver-to.tsx';
import { type HeldDelivery, toHeldButton } from './held-deliveries.ts';
import { ReasonDialog, UnpaidDeliveryButton } from './order-dialogs.tsx';
import { CountdownText, HeldChip, StatusChips, useNextStep } from './order-list.tsx';
import { useBoardOrder } from './order-queries.ts';
import { findRiderOnTheWay, pickProgress, type TargetStatus, undoKey, workStartOf } from './order-status.ts';
import { OrderSummary } from './order-summary.tsx';
import { UndeliveredButton } from './undelivered-dialog.tsx';
import type { OrderLines } from './use-order-actions.ts';

type Line = StaffOrder['items'][number];

interface PickListProps {
  lines: readonly Line[];
  /** Lines can be picked and marked unavailable until the order is handed over. */
  isOpen: boolean;
  onPick: (line: Line, isPicked: boolean) => void;
  onMarkUnavailable: (line: Line) => void;
}

/** Lines grouped by location or category, in the order in which they are picked. */
function PickList({ lines, isOpen, onPick, onMarkUnavailable }: PickListProps) {
  return (
    <ul>
      {lines.map((line, index) => (
        <Fragment key={line.position}>
          {headingOf(line) !== headingOf(lines[index - 1]) && (
            <li className="mt-3 border-b border-line pb-1 text-sm font-semibold text-ink-soft first:mt-0">
              {headingOf(line)}
            </li>
          )}
          <PickLine
            line={line}
            note={toNote(line, lines)}
            isOpen={isOpen}
            onPick={(picked) => onPick(line, picked)}
            onMarkUnavailable={() => onMarkUnavailable(line)}
          />
        </Fragment>
      ))}
    </ul>
  );
}

function toNote(line: Line, lines: readonly Line[]): string {
  const replacement = lines.find(({ replaces }) => replaces === line.position);
  const own = line.isTakenOff ? (replacement ? '' : 'Unavailable') : toLineNote(line, lines);
  const note = [own, ...(replacement ? [`replaced by ${replacement.name}`] : [])]
    .filter((text) => text !== '')
    .join(', ');
  return note.charAt(0).toUpperCase() + note.slice(1);
}

function headingOf(line: Line | undefined): string | undefined {
  if (line === undefined) return undefined;
  if (line.location !== '') return `Location ${line.location}`;
  return line.category === '' ? 'Other' : line.category;
}

interface PickLineProps {
  line: Line;
  /** What of it is not as ordered; empty for nothing. */
  note: string;
  isOpen: boolean;
  onPick: (isPicked: boolean) => void;
  onMarkUnavailable: () => void;
}

function PickLine({ line, note, isOpen, onPick, onMarkUnavailable }: PickLineProps) {
  const id = useId();
  const { name, quantity, unit, isPicked, isTakenOff } = line;
  const isActive = isOpen && !isTakenOff;
  return (
    <li className="grid min-h-14 grid-cols-[2.75rem_3rem_minmax(0,1fr)_auto] items-center gap-x-2">
      {isActive ? (
        <label htmlFor={id} className="contents *:cursor-pointer">
          <span className="flex min-h-11 items-center justify-center self-stretch">
            <input
              id={id}
              type="checkbox"
              className="size-5 cursor-pointer accent-leaf"
              checked={isPicked}
              aria-label={`${quantity} × ${name}, ${unit}`}
              onChange={(event) => onPick(event.target.checked)}
            />
          </span>
          <LineDetails line={line} note={note} />
        </label>
      ) : (
        <>
          <span />
          <LineDetails line={line} note={note} />
        </>
      )}
      {isActive && (
        <IconButton label={`Mark ${name} as unavailable`} onClick={onMarkUnavailable}>
          <PackageX aria-hidden="true" className="size-5 text-ink-soft" />
        </IconButton>
      )}
    </li>
  );
}

function LineDetails({ line, note }: { line: Line; note: string }) {
  const { name, unit, image, quantity, isPicked, isTakenOff } = line;
  const tone = isTakenOff ? 'text-ink-soft line-through' : isPicked ? 'text-ink-soft' : '';
  return (
    <>
      <span className="size-12 flex-none overflow-hidden rounded-sm bg-sunken p-0.5">
        <Picture src={image} alt="" width={48} height={48} sizes="48px" />
      </span>
      <span className="min-w-0 py-2 text-sm">
        <span className={`line-clamp-2 font-semibold ${tone}`}>{name}</span>
        <span className="text-ink-soft">
          <b className="text-ink tabular-nums">{quantity}</b> × {unit} ·{' '}
          <span className="tabular-nums">{formatPaise(linePaise(toPricedQuantity(line)))}</span>
        </span>
        {note !== '' && (
          <span className={`block font-semibold ${isTakenOff ? 'text-danger' : ''}`}>{note}</span>
        )}
      </span>
    </>
  );
}

interface MarkUnavailableDialogProps {
  order: StaffOrder;
  line: Line;
  markUnavailable: OrderLines['markUnavailable'];
  onClose: () => void;
}

/** Confirms removing an unavailable line from the order and its total. */
function MarkUnavailableDialog({ order, line, markUnavailable, onClose }: MarkUnavailableDialogProps) {
  const amount = formatPaise(linePaise(toPricedQuantity(line)));
  return (
    <ReasonDialog
      title="Mark as unavailable"
      label="Reason (optional)"
      suggestions={['Out of stock', 'Damaged', 'Expired']}
      submitLabel="Mark as unavailable"
      cancelLabel="Keep product"
      isDangerous
      loadSchema={() =>
        import('#contract/orders/staff-order.ts').then(({ markLineUnavailable }) => markLineUnavailable.input)
      }
      toInput={(reason) => ({
        _id: order._id,
        position: line.position,
        ...(reason !== '' && { reason }),
      })}
      send={(reason) => markUnavailable(order, line, reason)}
      onSuccess={onClose}
      onClose={onClose}
    >
      <b className="wrap-anywhere">
        {line.quantity} × {line.name}
      </b>{' '}
      is removed from {order.orderId}.{' '}
      {order.collection !== null
        ? `${amount} becomes a refund due.`
        : order.payment_status === 'PAID'
          ? `${amount} is refunded.`
          : `The total is reduced by ${amount}.`}{' '}
      This can't be undone.
    </ReasonDialog>
  );
}

interface OrderDrawerProps {
  id: string;
  /** The order as a list has it, shown until loaded. */
  known: StaffOrder | undefined;
  lines: OrderLines;
  now: number;
  isBusy: boolean;
  held: HeldDelivery | undefined;
  onChangeStatus: (order: StaffOrder, to: TargetStatus) => void;
  onUnpaid: (order: StaffOrder, reason: string) => void;
  onUndo: () => void;
  onSendAgain: () => void;
  onClose: () => void;
}

/** Details of one order: pick list, address, payment, history and the next status change. */
export function OrderDrawer({ id, known, lines, now, isBusy, held, onClose, ...actions }: OrderDrawerProps) {
  const { onChangeStatus, onUnpaid, onUndo, onSendAgain } = actions;
  const query = useBoardOrder(id, known);
  const { data } = query;
  const next = useNextStep(data ?? { status: 'CANCELLED' });
  const { user } = useSession();
  const [mayCancel, mayDeliver] = [useMay('cancel'), useMay('deliver')];
  if (data === undefined) {
    return (
      <Drawer title="Order" onClose={onClose}>
        <Loaded query={query} subject="this order" />
      </Drawer>
    );
  }
  const order = lines.withPendingPicks(data);
  const canCancel = mayCancel && mayChange('staff', order.status, 'CANCELLED');
  const isUnderWay = order.status === 'OUT_FOR_DELIVERY';
  const rider = findRiderOnTheWay(order);
  const mayEnd = mayDeliver && isUnderWay && (rider === null || rider._id === user?._id || mayCancel);
  const button =
    held !== undefined
      ? toHeldButton(held, onUndo, onSendAgain)
      : next && { label: next.label, isBusy, onClick: () => onChangeStatus(order, next.to) };
  return (
    <Drawer
      title={order.orderId}
      aside={
        // Shrinks before the order number.
        <span className="flex min-w-0 shrink-[99] flex-wrap gap-1">
          {held === undefined ? <StatusChips order={order} /> : <HeldChip delivery={held} />}
        </span>
      }
      onClose={onClose}
      footer={
        button !== null || canCancel || mayEnd ? (
          <div className="flex flex-wrap gap-3">
            {canCancel && (
              <Button
                variant="quiet"
                disabled={isBusy}
                aria-keyshortcuts="c"
                onClick={() => onChangeStatus(order, 'CANCELLED')}
              >
                Cancel …
              </Button>
            )}
            {held === undefined && mayEnd && <UndeliveredButton order={order} isBusy={isBusy} />}
            {held === undefined && mayDeliver && rider === null && (
              <UnpaidDeliveryButton order={order} isBusy={isBusy} onUnpaid={onUnpaid} />
            )}
            {button !== null && (
              <Button
                variant={held === undefined ? 'primary' : 'secondary'}
                isBusy={button.isBusy}
                aria-keyshortcuts={held === undefined ? next?.key : undoKey}
                className="flex-1"
                onClick={button.onClick}
              >
                {button.label}
              </Button>
            )}
          </div>
        ) : undefined
      }
    >
      <Contents key={order._id} order={order} lines={lines} now={now} />
    </Drawer>
  );
}

function Contents({ order, lines, now }: { order: StaffOrder; lines: OrderLines; now: number }) {
  const [unavailable, setUnavailable] = useState<StaffOrder['items'][number] | null>(null);
  const list = useFocusFallback(unavailable !== null, order);
  const isInShop = order.status === 'PLACED' || order.status === 'PACKING';
  const mayPick = useMay('pick');
  const isUnderWay = order.status === 'OUT_FOR_DELIVERY';
  const { lines: wanted, picked } = pickProgress(order);
  return (
    <>
      {isUnderWay && <RiderDetails order={order} />}
      <div className="mb-4 flex items-baseline justify-between gap-3">
        <h3 className="text-base font-semibold" aria-live="polite">
          {isInShop ? `${picked} of ${wanted} picked` : `${wanted} ${wanted === 1 ? 'product' : 'products'}`}
        </h3>
        <CountdownText order={order} now={now} />
      </div>
      {order.revisedAt !== undefined && (
        <p className="mb-4 rounded-md bg-marigold-soft px-4 py-3 text-sm font-semibold tabular-nums">
          The shopper was told that it is late: by {formatTime(Date.parse(order.revisedAt))}
          {order.lateCreditAmt !== undefined &&
            `, with ${formatPaise(toPaise(order.lateCreditAmt))} of store credit`}
          .
        </p>
      )}
      {order.slot !== null && (
        <p className="mb-4 rounded-md bg-marigold-soft px-4 py-3 text-sm font-semibold tabular-nums">
          Delivery {toSlotText(order.slot, 'en-IN', now)}. Begin at{' '}
          {formatDateTime(new Date(workStartOf(order)).toISOString())}.
        </p>
      )}
      {isInShop && <ProgressBar label="Picked" share={wanted === 0 ? 0 : picked / wanted} />}
      <div ref={list} tabIndex={-1} className="mt-4 rounded-md outline-offset-4">
        <PickList
          lines={order.items}
          isOpen={isInShop && mayPick}
          onPick={(line, isPicked) => lines.pick(order, line, isPicked)}
          onMarkUnavailable={setUnavailable}
        />
      </div>
      <OrderSummary order={order} isUnderWay={isUnderWay} />
      {unavailable !== null && (
        <MarkUnavailableDialog
          order={order}
          line={unavailable}
          markUnavailable={lines.markUnavailable}
          onClose={() => setUnavailable(null)}
        />
      )}
    </>
  );
}
