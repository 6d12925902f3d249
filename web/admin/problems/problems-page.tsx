import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { orderPollMs } from '#contract/orders/order-updates.ts';
import type { StaffProblem } from '#contract/problems/problem.ts';
import type { ProblemKind } from '#contract/problems/refundable.ts';
import { problemPhotoPath } from '#contract/problems/refundable.ts';
import { useFocusFallback } from '#web/admin/confirm-call-dialog.tsx';
import { PrivatePicture } from '#web/admin/images/private-picture.tsx';
import { OrdersLink } from '#web/admin/next-steps.tsx';
import { invalidateBoard } from '#web/admin/orders/order-queries.ts';
import { RefundItemsDialog } from '#web/admin/orders/refund-dialogs.tsx';
import { OrderLink, PagedList, PageHeading, staffMeta } from '#web/admin/page-parts.tsx';
import { parsePageNumber, useUrlParameters } from '#web/admin/url-parameters.ts';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { formatDateTime } from '#web/base/time.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';

const pageSize = 20;

export const meta = staffMeta('Problems');

/** `/dashboard/problems`: what shoppers have reported about delivered orders, to be decided. */
export default function ProblemsPage() {
  const queries = useQueryClient();
  const [parameters, change] = useUrlParameters<'page' | 'show'>();
  const page = parsePageNumber(parameters);
  const status = parameters.get('show') === 'all' ? 'ALL' : 'OPEN';
  const query = useQuery({
    queryKey: ['problems', status, page],
    queryFn: ({ signal }) => callApiOrThrow('listProblems', { status, page, limit: pageSize }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: orderPollMs,
    staleTime: 0,
  });
  const [decided, setDecided] = useState<{ problem: StaffProblem; by: 'refund' | 'decline' } | null>(null);
  const list = useFocusFallback(decided !== null, query.data);
  const close = () => setDecided(null);
  function finish() {
    close();
    invalidateBoard(queries);
    void queries.invalidateQueries({ queryKey: ['problems'] });
  }
  return (
    <>
      <PageHeading title="Problems">
        <Button variant="quiet" onClick={() => change({ page: '', show: status === 'ALL' ? '' : 'all' })}>
          {status === 'ALL' ? 'Hide resolved' : 'Show resolved'}
        </Button>
      </PageHeading>
      <div ref={list} tabIndex={-1} className="rounded-md outline-offset-4">
        <PagedList
          label="Problems"
          query={query}
          subject="the problems"
          empty={
            <EmptyState
              title={status === 'OPEN' ? 'No open problems' : 'No problems'}
              action={<OrdersLink />}
            >
              Shoppers can report a problem for seven days after the delivery.
            </EmptyState>
          }
        >
          {(problems) => (
            <ul
              aria-label="Problems"
              className="divide-y divide-line rounded-lg border border-line bg-surface"
            >
              {problems.map((problem) => (
                <ProblemRow
                  key={problem._id}
                  problem={problem}
                  onRefund={() => setDecided({ problem, by: 'refund' })}
                  onDecline={() => setDecided({ problem, by: 'decline' })}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
      {decided?.by === 'refund' && (
        <RefundItemsDialog
          order={decided.problem.order}
          problem={decided.problem}
          onDone={finish}
          onClose={close}
        />
      )}
      {decided?.by === 'decline' && (
        <DeclineDialog problem={decided.problem} onDone={finish} onClose={close} />
      )}
    </>
  );
}

interface ProblemRowProps {
  problem: StaffProblem;
  onRefund: () => void;
  onDecline: () => void;
}

function ProblemRow({ problem, onRefund, onDecline }: ProblemRowProps) {
  const { _id, at, lines, note, hasPhoto, decision, decidedBy, order, shopper } = problem;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 p-3 sm:p-4">
      {hasPhoto && (
        <PrivatePicture
          path={`${problemPhotoPath}?_id=${_id}`}
          title="Picture of the problem"
          alt="The problem"
        />
      )}
      <div className="min-w-0 flex-1 basis-56 text-sm">
        <p className="text-base">
          <OrderLink order={order} />{' '}
          <span className="text-ink-soft tabular-nums">{formatPaise(toPaise(order.totalAmt))}</span>
        </p>
        <p className="wrap-anywhere text-ink-soft">
          {shopper.name}
          {shopper.mobile !== '' && ` · ${shopper.mobile}`} · {formatDateTime(at)}
        </p>
        <ul className="mt-1">
          {lines.map(({ position, name, unit, quantity, kind }) => (
            <li key={position} className="wrap-anywhere">
              {quantity} × {name}, {unit}: <b className="font-semibold">{kindLabels[kind]}</b>
            </li>
          ))}
        </ul>
        {note !== '' && <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{note}</p>}
        {decision !== null && (
          <p className="mt-2 rounded-md bg-sunken px-3 py-2 wrap-anywhere">
            <b className="font-semibold">{toDecision(decision)}</b>
            {decidedBy !== null && ` by ${decidedBy}`}, {formatDateTime(decision.at)}: {decision.message}
          </p>
        )}
      </div>
      {decision === null && (
        <div className="flex flex-wrap gap-3">
          <Button variant="quiet" onClick={onDecline}>
            <span>
              Decline<span className="sr-only"> the problem of {order.orderId}</span>…
            </span>
          </Button>
          <Button variant="secondary" onClick={onRefund}>
            <span>
              Refund<span className="sr-only"> products of {order.orderId}</span>…
            </span>
          </Button>
        </div>
      )}
    </li>
  );
}

function toDecision({ to, refundedAmt }: NonNullable<StaffProblem['decision']>): string {
  if (to === null) return 'Declined';
  const amount = formatPaise(toPaise(refundedAmt));
  return to === 'CREDIT' ? `${amount} refunded as store credit` : `${amount} refunded`;
}

/** What is wrong with an item, as the staff reads it. */
export const kindLabels: Record<ProblemKind, string> = {
  MISSING: 'Missing',
  DAMAGED: 'Damaged',
  WRONG_ITEM: 'Wrong product',
  BAD_QUALITY: 'Bad quality or expired',
};

interface DeclineDialogProps {
  problem: StaffProblem;
  onDone: () => void;
  onClose: () => void;
}

/** Decides a problem without a refund. */
export function DeclineDialog({ problem, onDone, onClose }: DeclineDialogProps) {
  const toInput = ({ message }: { message: string }) => ({ _id: problem._id, message });
  const form = useApiForm({
    defaultValues: { message: '' },
    loadSchema: () =>
      import('#contract/problems/problem.ts').then(({ declineProblem }) => declineProblem.input),
    toInput,
    send: (values) => callApi('declineProblem', toInput(values)),
    onSuccess() {
      showToast('success', `Problem of ${problem.order.orderId} declined`);
      onDone();
    },
  });
  return (
    <FormDialog title="Decline without a refund" submitLabel="Decline" form={form} onClose={onClose}>
      <Field
        label="Message to the shopper"
        hint="On the order and in an email"
        autoComplete="off"
        maxLength={200}
        {...form.fieldProps('message')}
      />
    </FormDialog>
  );
}
