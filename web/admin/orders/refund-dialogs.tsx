import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { EndpointInput } from '#contract/api.ts';
import { formatPaise, formatSignedPaise, toPaise, toRupees } from '#contract/base/money.ts';
import { toRemainingRounding } from '#contract/cart/bill.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import type { Refundable, StaffProblem } from '#contract/problems/problem.ts';
import { RadioField, StaffDialog } from '#web/admin/form-parts.tsx';
import { Loaded } from '#web/admin/page-parts.tsx';
import { ApiError } from '#web/api/api-error.ts';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { invalidateBoard, refetchOrder, updateOrderCache } from './order-queries.ts';

interface RefundItemsDialogProps {
  order: { _id: string; orderId: string };
  /** The problem that the refund decides: its items are filled in. */
  problem?: StaffProblem | undefined;
  onDone: () => void;
  onClose: () => void;
}

/** Refunds items and charges of a delivered order. */
export function RefundItemsDialog(props: RefundItemsDialogProps) {
  const { order, onClose } = props;
  const query = useQuery({
    queryKey: ['refundable', order._id],
    queryFn: async ({ signal }) =>
      (await callApiOrThrow('getRefundable', { _id: order._id }, { signal })).data,
    gcTime: 0,
  });
  return (
    <Dialog title={`Refund products of ${order.orderId}`} onClose={onClose}>
      <Loaded query={query} subject="what can be refunded">
        {(data) =>
          data.lines.length === 0 && data.chargesAmt === 0 ? (
            <p>All of this order is refunded.</p>
          ) : (
            // A new total means other amounts.
            <RefundForm
              key={data.totalAmt}
              {...props}
              refundable={data}
              onStale={() => void query.refetch()}
            />
          )
        }
      </Loaded>
    </Dialog>
  );
}

type RefundTo = EndpointInput<'refundItems'>['to'];

interface RefundFormProps extends RefundItemsDialogProps {
  refundable: Refundable;
  onStale: () => void;
}

function RefundForm({ order, problem, refundable, onDone, onStale, onClose }: RefundFormProps) {
  const { lines, chargesAmt, totalAmt, roundingAmt, source } = refundable;
  const [amounts, setAmounts] = useState<Record<number, string>>(() => toFirstAmounts(refundable, problem));
  const [charges, setCharges] = useState('');
  const [to, setTo] = useState<RefundTo>('SOURCE');
  const [message, setMessage] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const wanted = lines.map(({ position }) => ({ position, amount: toAmount(amounts[position] ?? '') }));
  const chosenPaise = [...wanted.map(({ amount }) => amount), toAmount(charges)].reduce(
    (sum, amount) => sum + toPaise(amount),
    0,
  );
  const roundingPaise = toPaise(roundingAmt);
  const leftPaise = toPaise(totalAmt) - roundingPaise - chosenPaise;
  // More than is left is refused by the server.
  const refundPaise =
    leftPaise < 0 ? chosenPaise : chosenPaise + roundingPaise - toRemainingRounding(leftPaise, roundingPaise);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (Number.isNaN(chosenPaise)) return setError('Enter amounts in rupees, such as 49.50.');
    if (chosenPaise === 0) return setError('Enter at least one amount.');
    if (message.trim() === '') return setError('Enter a message to the shopper.');
    setIsBusy(true);
    setError('');
    const outcome = await callApi('refundItems', {
      _id: order._id,
      totalAmt,
      chargesAmt: toAmount(charges),
      to,
      message,
      lines: wanted.filter(({ amount }) => amount > 0),
      ...(problem !== undefined && { problemId: problem._id }),
    });
    setIsBusy(false);
    if (outcome.isOk) {
      showToast('success', `${formatPaise(refundPaise)} of ${order.orderId} refunded`);
      return onDone();
    }
    setError(outcome.error.message);
    if (outcome.error.code === 'CHANGED_MEANWHILE') onStale();
  }

  return (
    <form className="space-y-4" onSubmit={(event) => void submit(event)}>
      <ul className="space-y-3">
        {lines.map(({ position, name, unit, quantity, refundableAmt }) => (
          <li key={position}>
            <Field
              label={`${name}, ${unit} × ${quantity}`}
              hint={`Up to ${formatPaise(toPaise(refundableAmt))}`}
              inputMode="decimal"
              autoComplete="off"
              value={amounts[position] ?? ''}
              onChange={(event) => setAmounts({ ...amounts, [position]: event.target.value })}
            />
          </li>
        ))}
        {chargesAmt > 0 && (
          <li>
            <Field
              label="Delivery and fees"
              hint={`Up to ${formatPaise(toPaise(chargesAmt))}`}
              inputMode="decimal"
              autoComplete="off"
              value={charges}
              onChange={(event) => setCharges(event.target.value)}
            />
          </li>
        )}
      </ul>
      {source === 'UNPAID' ? (
        <p>Nothing is paid yet, so the shopper has that much less to pay.</p>
      ) : (
        <fieldset>
          <legend className="mb-1 text-sm font-semibold">Refund</legend>
          <div className="flex flex-wrap gap-2">
            {(
              [
                ['SOURCE', sourceLabels[source]],
                ['CREDIT', 'As store credit'],
              ] as const
            ).map(([value, label]) => (
              <label
                key={value}
                className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-line px-3 has-checked:border-leaf has-checked:bg-leaf-soft"
              >
                <input
                  type="radio"
                  name="to"
                  value={value}
                  checked={to === value}
                  className="size-5 accent-leaf"
                  onChange={() => setTo(value)}
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <Field
        label="Message to the shopper"
        hint="On the order and in an email"
        autoComplete="off"
        maxLength={200}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      {refundPaise !== chosenPaise && !Number.isNaN(chosenPaise) && (
        <p className="text-sm text-ink-soft tabular-nums">
          With the rounding of the bill,{' '}
          <span className="whitespace-nowrap">{formatSignedPaise(refundPaise - chosenPaise)}</span>.
        </p>
      )}
      <FormAlert>{error}</FormAlert>
      <div className="flex flex-wrap justify-end gap-3 pt-2">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isBusy}>
          {refundPaise > 0 ? `Refund ${formatPaise(refundPaise)}` : 'Refund'}
        </Button>
      </div>
    </form>
  );
}

const sourceLabels = { CARD: 'To the card', BY_HAND: 'By hand, as it was paid' };

/** The share of the pieces that are reported in what can be refunded of their lines. */
function toFirstAmounts({ lines }: Refundable, problem: StaffProblem | undefined): Record<number, string> {
  const amounts: Record<number, string> = {};
  for (const { position, quantity } of problem?.lines ?? []) {
    const line = lines.find((one) => one.position === position);
    if (line === undefined) continue;
    const paise = Math.round(
      (toPaise(line.refundableAmt) * Math.min(quantity, line.quantity)) / line.quantity,
    );
    amounts[position] = String(toRupees(paise));
  }
  return amounts;
}

/** NaN for what is no amount. */
function toAmount(typed: string): number {
  if (typed.trim() === '') return 0;
  return /^\d+(?:\.\d{1,2})?$/.test(typed.trim()) ? Number(typed) : Number.NaN;
}

/** Where the money is missing on the day sheet. */
const choices = [
  ['CASH', 'Cash'],
  ['UPI', 'UPI'],
  ['OTHER', 'Other'],
] as const;
type Method = (typeof choices)[number][0];
/** Read by the shopper unless something else is typed. */
const proposedTexts: Record<Method, string> = { CASH: 'In cash', UPI: 'UPI', OTHER: '' };
const message = 'Choose how the money was paid.';
const noMethod = () =>
  new ApiError({ code: 'INVALID_INPUT', status: 400, message, issues: [{ path: 'method', message }] });

interface Values {
  method: Method | null;
  how: string;
}

interface SettleRefundDialogProps {
  order: StaffOrder;
  onClose: () => void;
}

/** Records how a refund was paid out by hand; the shopper sees it. */
export function SettleRefundDialog({ order, onClose }: SettleRefundDialogProps) {
  const queries = useQueryClient();
  // The amount shown when the dialog opened is the amount paid out.
  const [{ owedAmt: amount }] = useState(order);
  const form = useApiForm<Values, { data: StaffOrder }>({
    defaultValues: { method: null, how: '' },
    loadSchema: () =>
      import('#contract/orders/staff-order.ts').then(({ settleRefund }) => settleRefund.input),
    toInput: ({ method, how }) => ({ _id: order._id, amount, method, how }),
    send: async ({ method, how }) => {
      // Only if the schema could not be loaded.
      if (method === null) return { isOk: false, error: noMethod() };
      const outcome = await callApi('settleRefund', { _id: order._id, amount, how, method });
      if (!outcome.isOk) void refetchOrder(queries, order._id);
      return outcome;
    },
    onSuccess({ data }) {
      updateOrderCache(queries, [data]);
      // The order leaves the list of refunds due.
      invalidateBoard(queries);
      showToast('success', `${formatPaise(toPaise(amount))} marked as refunded`);
      onClose();
    },
  });

  function proposeText(method: Method) {
    const text = proposedTexts[method];
    // A text that was typed stays.
    const typed = form.getValues('how').trim();
    if (typed === '' || Object.values(proposedTexts).includes(typed))
      form.setValue('how', text, { shouldValidate: form.formState.isSubmitted && text !== '' });
  }

  return (
    <StaffDialog
      title={`${formatPaise(toPaise(amount))} refund`}
      form={form}
      submitLabel="Mark as refunded"
      onClose={onClose}
    >
      <p>
        To {order.shopper.name} for {order.orderId}. Record the refund here once you have sent the money; no
        payment is made automatically.
      </p>
      <RadioField
        legend="Paid back by"
        choices={choices}
        register={form.register('method')}
        onChoose={proposeText}
        error={form.formState.errors.method?.message}
      />
      <Field
        label="Method, shown to the shopper"
        hint="Such as 'UPI to 98765 43210' or 'Bank transfer'"
        autoComplete="off"
        {...form.fieldProps('how')}
      />
    </StaffDialog>
  );
}
