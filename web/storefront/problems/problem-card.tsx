import { queryOptions, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { problemReportDays } from '#contract/base/durations.ts';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { OrderDetails } from '#contract/orders/order.ts';
import type { Problem } from '#contract/problems/problem.ts';
import { canReportProblem, isLessToPay } from '#contract/problems/refundable.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { formatDateTime } from '#web/base/time.ts';
import { invalidateQuery, queryClient, setQueryData } from '#web/session/query-client.ts';
import { useSession } from '#web/session/session.ts';
import { nameOf, t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { problemTexts } from './problem-texts.ts';

const ProblemDialog = lazyDialog(async () => (await import('./problem-dialog.tsx')).ProblemDialog);

const problemsQuery = (userId: string, _id: string) =>
  queryOptions({
    queryKey: ['problems', userId, _id],
    queryFn: async ({ signal }) => (await callApiOrThrow('listOrderProblems', { _id }, { signal })).data,
    staleTime: 0,
  });

/** What the shopper has reported about a delivered order and what was decided, and a button to report a problem. */
export function ProblemCard({ order }: { order: OrderDetails }) {
  const titleId = useId();
  const userId = useSession().user?._id ?? '';
  const { data, isFetched, isFetching, refetch } = useQuery(problemsQuery(userId, order._id), queryClient);
  const [isReporting, setIsReporting] = useState(false);
  const shownOrder = useRef(order);
  useEffect(() => {
    // The order is read again when a problem of it is decided.
    if (shownOrder.current === order) return;
    shownOrder.current = order;
    void invalidateQuery(problemsQuery(userId, order._id).queryKey);
  }, [order, userId]);
  if (!isFetched) return <Skeleton className="h-32 w-full rounded-lg" />;
  const isOpen = data?.some(({ decision }) => decision === null) ?? true;
  const canReport = !isOpen && canReportProblem(order, new Date());
  if (data?.length === 0 && !canReport) return null;
  return (
    <section aria-labelledby={titleId} className="rounded-lg border border-line bg-surface p-4 md:p-5">
      <h2 id={titleId} className="mb-2 flex items-center gap-2 text-lg">
        <TriangleAlert aria-hidden="true" className="size-5 flex-none text-ink-soft" />
        {t('problems.title')}
      </h2>
      {data === undefined && (
        <div className="space-y-3">
          <p className="text-sm">{t('problems.failed')}</p>
          <Button variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
            {t('shell.tryAgain')}
          </Button>
        </div>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className="mb-3 divide-y divide-line">
          {data.map((problem) => (
            <ProblemItem key={problem._id} problem={problem} order={order} />
          ))}
        </ul>
      )}
      {canReport && (
        <>
          <p className="mb-3 text-sm text-ink-soft">{t('problems.lead', { days: problemReportDays })}</p>
          <Button variant="secondary" isWide onClick={() => setIsReporting(true)}>
            {t('problems.report')}
          </Button>
        </>
      )}
      {isReporting && (
        <ProblemDialog
          order={order}
          onReported={(problem) =>
            setQueryData(problemsQuery(userId, order._id).queryKey, (all = []) => [...all, problem])
          }
          onStale={() => void refetch()}
          onClose={() => setIsReporting(false)}
        />
      )}
    </section>
  );
}

function ProblemItem({ problem, order }: { problem: Problem; order: OrderDetails }) {
  const { at, lines, note, decision } = problem;
  return (
    <li className="py-3 text-sm first:pt-0">
      <p className="text-ink-soft">{formatDateTime(at)}</p>
      <ul>
        {lines.map(({ position, quantity, kind, ...line }) => (
          <li key={position} className="wrap-anywhere">
            {quantity} × {nameOf(line)}: {problemTexts[kind]}
          </li>
        ))}
      </ul>
      {note !== '' && <p className="wrap-anywhere whitespace-pre-wrap text-ink-soft">{note}</p>}
      {decision === null ? (
        <p className="mt-1 font-semibold">{t('problems.waiting')}</p>
      ) : (
        <div className="mt-2 rounded-md bg-sunken px-3 py-2">
          <p className="font-semibold tabular-nums">{toDecisionText(decision, order)}</p>
          <p className="wrap-anywhere">{decision.message}</p>
        </div>
      )}
    </li>
  );
}

function toDecisionText(
  { to, refundedAmt, at }: NonNullable<Problem['decision']>,
  order: OrderDetails,
): string {
  const amount = formatPaise(toPaise(refundedAmt));
  if (to === null) return t('problems.declined');
  if (to === 'CREDIT') return t('problems.refundedCredit', { amount });
  if (isLessToPay(order, at)) return t('problems.lessToPay', { amount });
  return order.payment_method === 'CARD'
    ? t('problems.refundedCard', { amount })
    : t('problems.refundedByHand', { amount });
}
