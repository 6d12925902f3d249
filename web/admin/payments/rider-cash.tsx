import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { DaySheet } from '#contract/payments/day-sheet.ts';
import type { RiderCash, RiderCashKind } from '#contract/riders/rider-cash.ts';
import { useFocusFallback } from '#web/admin/confirm-call-dialog.tsx';
import { CheckField, StaffDialog, toNumber } from '#web/admin/form-parts.tsx';
import { numberCell, Table } from '#web/admin/table.tsx';
import { callApi, callApiOrThrow, newRequestId } from '#web/api/client.ts';
import { formatDateTime } from '#web/base/time.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { formatDifference } from './day-sheet-view.tsx';

const rupees = (amount: number) => formatPaise(toPaise(amount));

/** The cash books of riders on the day of a sheet. */
export function RiderDays({ riders }: { riders: NonNullable<DaySheet['riders']> }) {
  const columns = [
    { title: 'Rider' },
    { title: 'Collected', isNumber: true },
    { title: 'Handed in', isNumber: true },
    { title: 'Still has', isNumber: true },
  ];
  return (
    <section aria-labelledby="rider-days" className="mt-6">
      <h2 id="rider-days" className="mb-2 text-lg">
        Cash of riders
      </h2>
      <p className="mb-2 text-sm text-ink-soft">
        The cash that is expected is in the drawer: without what riders still have.
      </p>
      <Table label="Cash of riders" columns={columns}>
        {riders.map(
          ({ _id, name, collectedAmt, givenAmt, handedInAmt, differenceAmt, heldAmt, ...rider }) => (
            <tr key={_id}>
              <th scope="row" className="wrap-anywhere">
                {name}
                {rider.openingAmt !== 0 && (
                  <span className="block font-normal text-ink-soft">
                    From days before: {rupees(rider.openingAmt)}
                  </span>
                )}
                {givenAmt !== 0 && (
                  <span className="block font-normal text-ink-soft">Given as change: {rupees(givenAmt)}</span>
                )}
                {differenceAmt !== 0 && (
                  <span className="block text-danger">
                    Difference {formatDifference(toPaise(differenceAmt))}
                  </span>
                )}
              </th>
              <td className={numberCell}>{rupees(collectedAmt)}</td>
              <td className={numberCell}>{rupees(handedInAmt)}</td>
              <td className={numberCell}>{rupees(heldAmt)}</td>
            </tr>
          ),
        )}
      </Table>
    </section>
  );
}

/** Where the present cash books are on the page. */
const booksId = 'cash-books';

/** In the form that closes a day: cash that is not in the drawer. Nothing if no rider has some. */
export function RidersWithCash({ riders, isOver }: Pick<DaySheet, 'riders' | 'isOver'>) {
  const withCash = (riders ?? []).filter(({ heldAmt }) => heldAmt !== 0);
  if (withCash.length === 0) return null;
  const heldPaise = withCash.reduce((sum, { heldAmt }) => sum + toPaise(heldAmt), 0);
  return (
    <section aria-label="Riders with cash" className="rounded-md bg-marigold-soft px-4 py-3 tabular-nums">
      <p>
        {isOver
          ? `At the end of this day riders had ${formatPaise(heldPaise)}, which is not in the drawer.`
          : `Riders still have ${formatPaise(heldPaise)}, which is not in the drawer: let them hand it in first, or close the day without.`}
      </p>
      <p className="mt-1 wrap-anywhere">
        {withCash.map(({ name, heldAmt }) => `${name} ${rupees(heldAmt)}`).join(' · ')}
      </p>
      {!isOver && (
        <a
          href={`#${booksId}`}
          className="inline-flex min-h-11 items-center font-semibold text-leaf underline"
        >
          Cash books of riders
        </a>
      )}
    </section>
  );
}

const booksKey = ['rider-cash'];
const refreshMs = 30_000;

/** The present cash book of each rider, where staff record what a rider gets and hands in. */
export function RiderBooks() {
  const mayMove = useMay('close-day');
  const riders = useQuery({
    queryKey: ['riders'],
    queryFn: async ({ signal }) => (await callApiOrThrow('listRiders', {}, { signal })).data,
    refetchInterval: refreshMs,
    staleTime: 0,
  });
  const books = useQuery({
    queryKey: booksKey,
    queryFn: async ({ signal }) => (await callApiOrThrow('listRiderCash', {}, { signal })).data,
    refetchInterval: refreshMs,
    staleTime: 0,
  });
  const [moving, setMoving] = useState<Moving | null>(null);
  const place = useFocusFallback(moving !== null, books.data);
  if (books.data === undefined || riders.data === undefined) return null;
  const known = books.data;
  // Those who have had none can get change.
  const others = riders.data.filter(({ _id }) => mayMove && !known.some(({ rider }) => rider._id === _id));
  const listed = [...known, ...others.filter(({ isOnShift }) => isOnShift).map(toEmptyBook)];
  const idle = others.filter(({ isOnShift }) => !isOnShift).map(toEmptyBook);
  if (listed.length + idle.length === 0) return null;
  const toRow = (book: RiderCash) => (
    <BookRow key={book.rider._id} book={book} onMove={mayMove ? setMoving : undefined} />
  );
  return (
    <section
      ref={place}
      id={booksId}
      tabIndex={-1}
      aria-labelledby="rider-books"
      className="mt-6 min-w-0 scroll-mt-20 print:hidden"
    >
      <h2 id="rider-books" className="mb-2 text-lg">
        Cash books of riders
      </h2>
      {listed.length === 0 ? (
        <p className="mb-2 text-sm text-ink-soft">No rider is on shift or has cash.</p>
      ) : (
        <ul className="mb-2 divide-y divide-line rounded-lg border border-line bg-surface">
          {listed.map(toRow)}
        </ul>
      )}
      {idle.length > 0 && (
        <details>
          <summary className="flex min-h-11 w-fit cursor-pointer items-center text-sm font-semibold text-leaf">
            Not on shift, without cash ({idle.length})
          </summary>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">{idle.map(toRow)}</ul>
        </details>
      )}
      {moving !== null && <MoveCashDialog key={moving.kind} {...moving} onClose={() => setMoving(null)} />}
    </section>
  );
}

function toEmptyBook({ _id, name }: RiderCash['rider']): RiderCash {
  return { rider: { _id, name }, heldAmt: 0, entries: [] };
}

interface Moving {
  book: RiderCash;
  kind: 'GIVEN' | 'HANDED_IN';
}

function BookRow({ book, onMove }: { book: RiderCash; onMove: ((moving: Moving) => void) | undefined }) {
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{book.rider.name}</span>{' '}
          <span className="text-ink-soft tabular-nums">has {rupees(book.heldAmt)}</span>
        </p>
        {onMove !== undefined && (
          <span className="ml-auto flex flex-wrap gap-2">
            <Button
              variant="quiet"
              aria-label={`Give change to ${book.rider.name}`}
              onClick={() => onMove({ book, kind: 'GIVEN' })}
            >
              Give change
            </Button>
            {book.heldAmt !== 0 && (
              <Button
                variant="secondary"
                aria-label={`${book.rider.name} hands in cash`}
                onClick={() => onMove({ book, kind: 'HANDED_IN' })}
              >
                Hands in
              </Button>
            )}
          </span>
        )}
      </div>
      {book.entries.length > 0 && <BookEntries book={book} />}
    </li>
  );
}

const kindTexts: Readonly<Record<RiderCashKind, string>> = {
  COLLECTED: 'Collected',
  CORRECTED: 'Corrected',
  GIVEN: 'Given as change',
  HANDED_IN: 'Handed in',
  DIFFERENCE: 'Difference',
};

function BookEntries({ book }: { book: RiderCash }) {
  return (
    <details>
      <summary className="flex min-h-11 w-fit cursor-pointer items-center text-sm font-semibold text-leaf">
        Last two days
      </summary>
      <ul className="space-y-1 text-sm">
        {book.entries.map(({ kind, amount, at, orderId, note }, index) => (
          // Entries are only ever added, and two may have the same time.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is read anew as a whole
          <li key={index} className="flex justify-between gap-3">
            <span className="min-w-0 wrap-anywhere text-ink-soft">
              {[kindTexts[kind], orderId, note, formatDateTime(at)].filter(Boolean).join(' · ')}
            </span>
            <span className="flex-none tabular-nums">{formatDifference(toPaise(amount))}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function MoveCashDialog({ book, kind, onClose }: Moving & { onClose: () => void }) {
  const queries = useQueryClient();
  const { rider } = book;
  // As the dialog shows it: an order that is paid since is found by the server, which says what the rider has now.
  const [heldAmt, setHeldAmt] = useState(book.heldAmt);
  const [requestId] = useState(newRequestId);
  const isGiven = kind === 'GIVEN';
  const toInput = ({ amount, isAll, note }: { amount: string; isAll: boolean; note: string }) => ({
    ...{ riderId: rider._id, requestId, kind, held: heldAmt },
    ...{ amount: toNumber(amount), isAll },
    ...(note.trim() !== '' && { note: note.trim() }),
  });
  const form = useApiForm({
    defaultValues: { amount: '', isAll: !isGiven, note: '' },
    loadSchema: () =>
      import('#contract/riders/rider-cash.ts').then(({ moveRiderCash }) => moveRiderCash.input),
    toInput,
    send: (values) => callApi('moveRiderCash', toInput(values)),
    onSuccess({ message }) {
      void queries.invalidateQueries({ queryKey: booksKey });
      void queries.invalidateQueries({ queryKey: ['day-sheet'] });
      void queries.invalidateQueries({ queryKey: ['day-sheets'] });
      showToast('success', message);
      onClose();
    },
    onError({ code, details }) {
      void queries.invalidateQueries({ queryKey: booksKey });
      void queries.invalidateQueries({ queryKey: ['day-sheet'] });
      if (code === 'CHANGED_MEANWHILE' && typeof details.heldAmt === 'number') setHeldAmt(details.heldAmt);
      return false;
    },
  });
  const isAll = form.watch('isAll');
  const differencePaise = toPaise(toNumber(form.watch('amount'))) - toPaise(heldAmt);
  const isDifferent = isAll && Number.isFinite(differencePaise) && differencePaise !== 0;
  return (
    <StaffDialog
      title={isGiven ? `Give change to ${rider.name}` : `${rider.name} hands in cash`}
      form={form}
      submitLabel="Record"
      onClose={onClose}
    >
      <p className="tabular-nums">The cash book says {rupees(heldAmt)}.</p>
      <Field
        label={isGiven ? 'Amount in rupees' : 'Counted, in rupees'}
        inputMode="decimal"
        autoComplete="off"
        {...form.fieldProps('amount')}
      />
      {!isGiven && (
        <CheckField
          label="This is all that the rider has"
          value={isAll}
          onChange={(is) => form.setValue('isAll', is)}
          error={form.errorOf('isAll')}
        />
      )}
      <p role="status" className="font-semibold text-danger tabular-nums empty:hidden">
        {isDifferent && `Difference ${formatDifference(differencePaise)}`}
      </p>
      <Field
        label={isDifferent ? 'Note' : 'Note (optional)'}
        hint={isDifferent ? 'Say why the amounts differ.' : undefined}
        autoComplete="off"
        maxLength={200}
        {...form.fieldProps('note')}
      />
    </StaffDialog>
  );
}
