import { Menu } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PickingOrder } from '#contract/picking/picking.ts';
import { formatGrams } from '#contract/picking/weight.ts';
import { callApi } from '#web/api/client.ts';
import { useOrderUpdates } from '#web/api/order-updates.ts';
import { useNow } from '#web/base/time.ts';
import { StaffPage, StaffPageError, useTitleFocus } from '#web/staff/page-parts.tsx';
import { useScanner } from '#web/staff/scan/use-scanner.ts';
import { nameOf, t } from '#web/texts/t.ts';
import { IconButton } from '#web/ui/button.tsx';
import { lazyWithRetry } from '#web/ui/lazy.tsx';
import type { WrongScan } from './line-view.tsx';
import { matchCode } from './match-code.ts';
import { noteFetched, recordFound, refreshPicks, reopenLine, startPicking, usePicks } from './pick-store.ts';
import {
  isPicked,
  type Line,
  listUndecided,
  type Order,
  toProgress,
  toShownOrders,
  toWalk,
} from './picks.ts';
import { formatAmount, PickNotices, ToteBadge } from './view-parts.tsx';

// Only one of them is part of the first load; the others are loaded before a connection can be lost in the store.
const screens = {
  queue: () => import('./queue-view.tsx'),
  line: () => import('./line-view.tsx'),
  orders: () => import('./orders-view.tsx'),
  pack: () => import('./pack-view.tsx'),
  packed: () => import('./packed-view.tsx'),
  camera: () => import('#web/staff/scan/camera.tsx'),
};
const QueueView = lazyWithRetry(async () => ({ default: (await screens.queue()).QueueView }));
const LineView = lazyWithRetry(async () => ({ default: (await screens.line()).LineView }));
const OrdersView = lazyWithRetry(async () => ({ default: (await screens.orders()).OrdersView }));
const PackView = lazyWithRetry(async () => ({ default: (await screens.pack()).PackView }));
const PutBackView = lazyWithRetry(async () => ({ default: (await screens.pack()).PutBackView }));
const PackedView = lazyWithRetry(async () => ({ default: (await screens.packed()).PackedView }));

export { StaffPageError as ErrorBoundary };

export function meta() {
  return [{ title: t('picking.title') }, { name: 'robots', content: 'noindex' }];
}

/** `/staff/pick`: the staff take orders and pick them with a phone in one hand. */
export default function PickPage() {
  return (
    <StaffPage permission="pick" noPermission={t('picking.noPermission')} screens={screens}>
      {(userId) => <Picker userId={userId} />}
    </StaffPage>
  );
}

/** How often the orders are read with and without a live connection. */
const liveRefreshMs = 60_000;
const refreshMs = 10_000;

function Picker({ userId }: { userId: string }) {
  const { orders: stored, actions, reopened, fetched } = usePicks();
  const now = useNow();
  const [screen, setScreen] = useState<'walk' | 'queue' | 'orders'>('walk');
  const [chosen, setChosen] = useState<string | null>(null);
  const [last, setLast] = useState<{ key: string; text: string } | null>(null);
  const [wrong, setWrong] = useState<(WrongScan & { at: string | null }) | null>(null);
  const [packed, setPacked] = useState<PickingOrder | null>(null);
  useEffect(() => startPicking(userId), [userId]);
  const isLive = useOrderUpdates(null, () => void refreshPicks());
  useEffect(() => {
    const timer = setInterval(() => void refreshPicks(), isLive ? liveRefreshMs : refreshMs);
    return () => clearInterval(timer);
  }, [isLive]);

  const orders = toShownOrders(stored, actions, { reopened, fetched }, now);
  const walk = toWalk(orders);
  const line = walk.find(({ key }) => key === chosen) ?? walk[0] ?? null;
  // An answer of a shopper, or an order that is taken, does not change the line under the finger.
  if (line !== null && line.key !== chosen) setChosen(line.key);
  const isPicking = screen === 'walk' && packed === null && line !== null;

  function show(key: string | null) {
    setChosen(key);
    setWrong(null);
    setScreen('walk');
  }

  function goOn(done: Line, text: string) {
    setLast({ key: done.key, text });
    show(null);
  }

  function find(present: Line, amount: number) {
    recordFound(present, { found: amount });
    goOn(present, t('picking.picked', { name: nameOf(present), amount: formatAmount(present, amount) }));
  }

  function fetchReplacement(present: Line) {
    noteFetched(present.key);
    goOn(present, present.fetch === null ? '' : nameOf(present.fetch));
  }

  function undo(key: string) {
    reopenLine(key);
    setLast(null);
    show(key);
  }

  function scan(code: string) {
    if (!isPicking || line === null) return;
    const all = orders.filter(isPicked).flatMap((order) => order.lines);
    const scanned = matchCode(code, line, all);
    if (scanned?.line.key === line.key && line.state === 'open') {
      const amount = scanned.grams ?? (line.stepGrams === null ? line.quantity : null);
      if (amount !== null && amount <= (line.mostGrams ?? amount)) {
        navigator.vibrate?.(40);
        find(line, amount);
      } else if (amount !== null && line.mostGrams !== null)
        warn({ text: t('picking.weightTooHigh', { most: formatGrams(line.mostGrams) }), lineKey: null });
      return;
    }
    if (scanned === null) {
      warn({ text: t('picking.wrongUnknown', { code }), lineKey: null });
      void nameScanned(code).then((name) => {
        const text = name === null ? null : t('picking.wrong', { name });
        setWrong((shown) =>
          text === null || shown?.text !== t('picking.wrongUnknown', { code }) ? shown : { ...shown, text },
        );
      });
      return;
    }
    warn(toWrongScan(scanned.line));
  }

  function warn(scan: WrongScan) {
    navigator.vibrate?.([200, 80, 200]);
    setWrong({ ...scan, at: line?.key ?? null });
  }

  useScanner(scan);

  const content = useTitleFocus(
    packed !== null ? `packed ${packed._id}` : orders.length === 0 ? 'queue' : `${screen} ${line === null}`,
  );

  return (
    <div className="contents" {...content}>
      {packed !== null ? (
        <PackedView order={packed} onNext={() => setPacked(null)} />
      ) : orders.length === 0 || screen === 'queue' ? (
        <>
          <PickNotices />
          <QueueView now={now} onTaken={() => show(null)} />
        </>
      ) : screen === 'orders' ? (
        <>
          <PickNotices />
          <OrdersView
            orders={orders}
            now={now}
            onShow={show}
            onMore={() => setScreen('queue')}
            onClose={() => show(null)}
          />
        </>
      ) : (
        <>
          <Header orders={orders} onOrders={() => setScreen('orders')} />
          <PickNotices />
          {line === null ? (
            <Finish orders={orders} now={now} onPacked={setPacked} onShow={(key) => undo(key)} />
          ) : (
            <LineView
              // The camera stays open and the focus on its button from line to line.
              line={line}
              wrong={wrong?.at === line.key ? wrong : null}
              undo={last && { text: last.text, onUndo: () => undo(last.key) }}
              onShow={show}
              onCode={scan}
              onFound={(amount) => find(line, amount)}
              onFetched={() => fetchReplacement(line)}
            />
          )}
        </>
      )}
    </div>
  );
}

/** How a product that is not the line is named, and whether it is still to be picked. */
function toWrongScan({ key, tote, state, ...product }: Line): WrongScan {
  const name = nameOf(product);
  if (state !== 'open') return { text: t('picking.alreadyPicked', { name }), lineKey: null };
  return { text: `${t('picking.wrong', { name })}. ${t('picking.wrongLine', { tote })}`, lineKey: key };
}

/** The name of a product by its barcode; null if it is unknown, or without a connection. */
async function nameScanned(code: string): Promise<string | null> {
  const outcome = await callApi('listStock', { search: code, limit: 1 });
  const [found] = outcome.isOk ? outcome.response.data : [];
  return found?.barcode === code ? nameOf(found) : null;
}

/** The orders of the picker with what is done of each, and the way to all of it. */
function Header({ orders, onOrders }: { orders: readonly Order[]; onOrders: () => void }) {
  return (
    <header className="mx-auto flex w-full max-w-xl items-center gap-2 px-2 py-1">
      <IconButton label={t('picking.allLines')} onClick={onOrders}>
        <Menu aria-hidden="true" className="size-6" />
      </IconButton>
      <ul className="flex min-w-0 flex-1 flex-wrap gap-x-3 gap-y-1">
        {orders.filter(isPicked).map((order) => {
          const { done, all } = toProgress(order);
          return (
            <li key={order._id} className="flex items-center gap-1.5">
              <ToteBadge tote={order.tote} />
              <span className="text-sm tabular-nums">{t('picking.piecesOf', { count: done, all })}</span>
            </li>
          );
        })}
      </ul>
    </header>
  );
}

interface FinishProps {
  orders: readonly Order[];
  now: number;
  onPacked: (order: PickingOrder) => void;
  onShow: (key: string) => void;
}

/** Orders without a line to pick: the first complete one is packed, then what was cancelled is put back. */
function Finish({ orders, now, onPacked, onShow }: FinishProps) {
  const picked = orders.filter(isPicked);
  const next = picked.find((order) => listUndecided(order).length === 0) ?? picked[0];
  if (next !== undefined)
    return <PackView key={next._id} order={next} now={now} onPacked={onPacked} onShow={onShow} />;
  const [cancelled] = orders;
  return cancelled === undefined ? null : <PutBackView key={cancelled._id} order={cancelled} />;
}
