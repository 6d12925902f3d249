import { ClipboardList } from 'lucide-react';
import { useState } from 'react';
import type { WaitingOrder } from '#contract/picking/picking.ts';
import { totes } from '#contract/picking/totes.ts';
import { formatTime } from '#web/base/time.ts';
import { toDue } from '#web/staff/due.ts';
import {
  barClass,
  ChoosableRow,
  contentClass,
  DueChip,
  TitleBar,
  toRowClass,
} from '#web/staff/page-parts.tsx';
import { ShiftButton } from '#web/staff/shift/shift-button.tsx';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, LoadFailed, StatusIcon } from '#web/ui/empty-state.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import { refreshPicks, takeOrder, usePicks } from './pick-store.ts';

const ConfirmDialog = lazyDialog(async () => (await import('#web/ui/dialog.tsx')).ConfirmDialog);

interface QueueViewProps {
  now: number;
  /** Goes to the picking of what was taken. */
  onTaken: () => void;
}

/** Orders to be picked, the most urgent first; one or several are taken at once. */
export function QueueView({ now, onTaken }: QueueViewProps) {
  const { userId, waiting, orders, isOffline, error } = usePicks();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const [takenOver, setTakenOver] = useState<WaitingOrder | null>(null);
  const free = (waiting ?? []).filter(({ takenBy }) => takenBy === null);
  const isFree = (id: string) => free.some(({ _id }) => _id === id);
  const places = totes.length - orders.length;
  const ids = chosen.filter(isFree).slice(0, places);
  const [next] = free;

  function choose(id: string) {
    setChosen(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
  }

  async function take(wanted: readonly string[], isTakeOver = false) {
    setIsBusy(true);
    let isTaken = false;
    for (const id of wanted) {
      const outcome = await takeOrder(id, isTakeOver);
      if (outcome.isOk) isTaken = true;
      else showToast('error', outcome.error.message);
    }
    setIsBusy(false);
    setTakenOver(null);
    setChosen([]);
    if (isTaken) onTaken();
  }

  return (
    <>
      <div className={contentClass}>
        <TitleBar title={t('picking.queue')}>
          <ShiftButton userId={userId} work="picker" />
        </TitleBar>
        {waiting === null ? (
          error === null && !isOffline ? (
            <Skeleton className="h-60 w-full rounded-lg" />
          ) : (
            <LoadFailed
              title={error?.message ?? t('staff.queueOffline')}
              onRetry={() => void refreshPicks()}
            />
          )
        ) : waiting.length === 0 ? (
          <EmptyState
            isLive
            art={<StatusIcon tone="leaf" Icon={ClipboardList} />}
            title={t('picking.noOrders')}
          >
            {isOffline ? t('staff.queueOffline') : t('picking.noOrdersHint')}
          </EmptyState>
        ) : (
          <ul aria-label={t('picking.queue')} className="space-y-2">
            {waiting.map((order) => (
              <li key={order._id}>
                <QueueRow
                  order={order}
                  now={now}
                  isChosen={ids.includes(order._id)}
                  isDisabled={ids.length >= places && !ids.includes(order._id)}
                  onChoose={() => choose(order._id)}
                  onTakeOver={() => setTakenOver(order)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={barClass}>
        {places <= 0 && <p className="pb-2 text-center text-sm">{t('picking.full')}</p>}
        {places > 0 && next !== undefined && (
          <Button
            isWide
            isBusy={isBusy}
            className="min-h-14 text-lg"
            onClick={() => void take(ids.length === 0 ? [next._id] : ids)}
          >
            {ids.length === 0
              ? t('picking.takeNext', { number: next.orderId })
              : t('picking.take', { count: ids.length })}
          </Button>
        )}
        {orders.length > 0 && (
          <Button variant="secondary" isWide className="mt-2 min-h-12" onClick={onTaken}>
            {t('picking.resume')}
          </Button>
        )}
      </div>
      {takenOver !== null && (
        <ConfirmDialog
          title={t('picking.takeOverTitle', { number: takenOver.orderId })}
          question={t('picking.takeOverQuestion', { name: takenOver.takenBy ?? '' })}
          confirmLabel={t('picking.takeOver')}
          isBusy={isBusy}
          onConfirm={() => void take([takenOver._id], true)}
          onClose={() => setTakenOver(null)}
        />
      )}
    </>
  );
}

interface QueueRowProps {
  order: WaitingOrder;
  now: number;
  isChosen: boolean;
  isDisabled: boolean;
  onChoose: () => void;
  onTakeOver: () => void;
}

function QueueRow({ order, now, onTakeOver, ...choice }: QueueRowProps) {
  const { orderId: number, firstName, lineCount, pieceCount, takenBy } = order;
  const due = toDue(order, now);
  const text = (
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{number}</span>
        {due !== null && (
          <DueChip due={due} later={t('staff.from', { time: formatTime(Date.parse(order.workBeginsAt)) })} />
        )}
      </span>
      <span className="block text-sm text-ink-soft">
        {firstName} · {t('picking.lines', { lines: lineCount, pieces: pieceCount })}
      </span>
      {takenBy !== null && <span className="block text-sm">{t('picking.takenBy', { name: takenBy })}</span>}
    </span>
  );
  if (takenBy !== null)
    return (
      <div className={toRowClass(due)}>
        {text}
        <Button
          variant="quiet"
          aria-label={`${t('picking.takeOver')} ${number}`}
          className="px-3"
          onClick={onTakeOver}
        >
          {t('picking.takeOver')}
        </Button>
      </div>
    );
  return (
    <ChoosableRow due={due} label={t('picking.choose', { number })} {...choice}>
      {text}
    </ChoosableRow>
  );
}
