import { useQueryClient } from '@tanstack/react-query';
import { formatPaise, toPaise, toRupees } from '#contract/base/money.ts';
import { noteNames, notes, toCashPaise } from '#contract/payments/cash.ts';
import type { DaySheet } from '#contract/payments/day-sheet.ts';
import { CheckField, RadioField, StaffDialog, toNumber } from '#web/admin/form-parts.tsx';
import { OrderLink } from '#web/admin/page-parts.tsx';
import { callApi } from '#web/api/client.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { formatDifference } from './day-sheet-view.tsx';
import { RidersWithCash } from './rider-cash.tsx';

const countings = [
  ['NOTES', 'Count notes and coins'],
  ['SUM', 'Enter the sum'],
] as const;

const noteFields = [...noteNames, 'coinsAmt'] as const;

type Values = Record<(typeof noteFields)[number], string> & {
  isCounted: 'NOTES' | 'SUM';
  cash: string;
  openingAmt: string;
  floatAmt: string;
  upi: string;
  card: string;
  allowEarly: boolean;
  note: string;
};

/** Null for an empty field: not compared with the statement. */
function toStatement(typed: string): number | null {
  return typed.trim() === '' ? null : toNumber(typed);
}

function toCashCount(values: Values) {
  return {
    note500: toNumber(values.note500, 0),
    note200: toNumber(values.note200, 0),
    note100: toNumber(values.note100, 0),
    note50: toNumber(values.note50, 0),
    note20: toNumber(values.note20, 0),
    note10: toNumber(values.note10, 0),
    coinsAmt: toNumber(values.coinsAmt, 0),
  };
}

/** The amount typed so far; NaN while it is no amount. */
function toCountedPaise(values: Values): number {
  if (values.isCounted === 'NOTES') return toCashPaise(toCashCount(values));
  return toPaise(toNumber(values.cash));
}

interface CloseDayFormProps {
  sheet: DaySheet;
  queryKey: readonly unknown[];
}

/** What the staff counted at the end of a day. The form of a reopened day has what was counted before. */
export function CloseDayForm({ sheet, queryKey }: CloseDayFormProps) {
  const queries = useQueryClient();
  const last = sheet.closings.at(-1);
  const { expected, day, isOver, openOrders } = sheet;
  const toInput = (values: Values) => {
    const countedPaise = toCountedPaise(values);
    return {
      day,
      version: last?.version ?? 0,
      expected,
      counted: {
        // An invalid number of notes has its own message.
        cash: values.isCounted === 'NOTES' && Number.isNaN(countedPaise) ? 0 : toRupees(countedPaise),
        upi: toStatement(values.upi),
        card: toStatement(values.card),
      },
      ...(values.isCounted === 'NOTES' && { cashCount: toCashCount(values) }),
      openingAmt: toNumber(values.openingAmt, 0),
      floatAmt: toNumber(values.floatAmt, 0),
      allowEarly: values.allowEarly,
      note: values.note,
    };
  };
  const text = (amount: number | null | undefined) => (amount == null || amount === 0 ? '' : String(amount));
  const form = useApiForm<Values, unknown>({
    defaultValues: {
      isCounted: last !== undefined && last.cashCount === null ? 'SUM' : 'NOTES',
      note500: text(last?.cashCount?.note500),
      note200: text(last?.cashCount?.note200),
      note100: text(last?.cashCount?.note100),
      note50: text(last?.cashCount?.note50),
      note20: text(last?.cashCount?.note20),
      note10: text(last?.cashCount?.note10),
      coinsAmt: text(last?.cashCount?.coinsAmt),
      cash: last === undefined ? '' : String(last.counted.cash),
      openingAmt: text(last?.openingAmt ?? sheet.formerFloatAmt),
      floatAmt: text(last?.floatAmt ?? sheet.formerFloatAmt),
      upi: last?.counted.upi == null ? '' : String(last.counted.upi),
      card: last?.counted.card == null ? '' : String(last.counted.card),
      allowEarly: false,
      note: '',
    },
    loadSchema: () => import('#contract/payments/day-sheet.ts').then(({ closeDay }) => closeDay.input),
    toInput,
    toFieldPath: (path) => path.replace(/^(?:counted|cashCount)\./, ''),
    send: async (values) => {
      const outcome = await callApi('closeDay', toInput(values));
      if (outcome.isOk) queries.setQueryData(queryKey, outcome.response.data);
      else {
        // The form is gone once the sheet shows that someone else has closed the day.
        if (outcome.error.code === 'CHANGED_MEANWHILE') showToast('error', outcome.error.message);
        void queries.invalidateQueries({ queryKey });
      }
      return outcome;
    },
    onSuccess() {
      void queries.invalidateQueries({ queryKey: ['day-sheets'] });
      showToast('success', 'Day closed');
    },
  });
  const values = form.watch();
  const countedPaise = toCountedPaise(values);
  const differencePaise = countedPaise - toPaise(toNumber(values.openingAmt, 0)) - toPaise(expected.cash);
  const hasDifference =
    differencePaise !== 0 ||
    (['upi', 'card'] as const).some(
      (name) => (toStatement(values[name]) ?? expected[name]) !== expected[name],
    );
  return (
    <form {...form.formProps} aria-label="Close the day" className="space-y-5">
      <fieldset>
        <legend className="mb-2 text-lg font-bold">Cash in the drawer</legend>
        <div className="mb-3">
          <RadioField choices={countings} register={form.register('isCounted')} />
        </div>
        {values.isCounted === 'NOTES' ? (
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {noteNames.map((note) => (
              <Field
                key={note}
                label={`₹${notes[note]} notes`}
                inputMode="numeric"
                autoComplete="off"
                {...form.fieldProps(note)}
              />
            ))}
            <Field
              label="Coins in rupees"
              inputMode="decimal"
              autoComplete="off"
              {...form.fieldProps('coinsAmt')}
            />
          </div>
        ) : (
          <Field
            label="Cash counted, in rupees"
            inputMode="decimal"
            autoComplete="off"
            className="max-w-64"
            {...form.fieldProps('cash')}
          />
        )}
        <div className="mt-3 grid items-start gap-3 sm:grid-cols-2">
          <Field
            label="Opening cash"
            hint="In the drawer in the morning"
            inputMode="decimal"
            autoComplete="off"
            {...form.fieldProps('openingAmt')}
          />
          <Field
            label="Cash left for tomorrow"
            hint="Stays in the drawer"
            inputMode="decimal"
            autoComplete="off"
            {...form.fieldProps('floatAmt')}
          />
        </div>
        <p className="mt-3 tabular-nums" role="status">
          {Number.isNaN(differencePaise) ? (
            '–'
          ) : (
            <>
              Counted {formatPaise(countedPaise)}, expected {formatPaise(toPaise(expected.cash))}:{' '}
              <strong className={`whitespace-nowrap ${differencePaise === 0 ? 'text-leaf' : 'text-danger'}`}>
                {differencePaise === 0 ? 'no difference' : formatDifference(differencePaise)}
              </strong>
            </>
          )}
        </p>
      </fieldset>
      <div className="grid gap-3 sm:grid-cols-2">
        {(
          [
            ['upi', 'UPI on the bank statement'],
            ['card', 'Card at the payment provider'],
          ] as const
        ).map(([name, label]) => (
          <Field
            key={name}
            label={label}
            hint={`${formatPaise(toPaise(expected[name]))} expected. Empty: not compared.`}
            inputMode="decimal"
            autoComplete="off"
            {...form.fieldProps(name)}
          />
        ))}
      </div>
      {openOrders.count > 0 && (
        <section aria-label="Open orders" className="rounded-md bg-marigold-soft px-4 py-3">
          <p className="font-medium">
            {openOrders.count === 1 ? '1 order is' : `${openOrders.count} orders are`} still open: deliver or
            cancel {openOrders.count === 1 ? 'it' : 'them'} first, or close the day without.
          </p>
          <ul className="mt-1 flex flex-wrap gap-x-4">
            {openOrders.orders.map((order) => (
              <li key={order._id}>
                <OrderLink order={order} />
              </li>
            ))}
            {openOrders.count > openOrders.orders.length && <li>and more</li>}
          </ul>
        </section>
      )}
      <RidersWithCash riders={sheet.riders} isOver={isOver} />
      <Field
        label={hasDifference ? 'Note' : 'Note (optional)'}
        hint={hasDifference ? 'Say why the amounts differ.' : undefined}
        autoComplete="off"
        maxLength={500}
        {...form.fieldProps('note')}
      />
      {!isOver && (
        <div>
          <CheckField
            label="Today is not over: close it anyway"
            value={values.allowEarly}
            onChange={(isAllowed) => form.setValue('allowEarly', isAllowed)}
            error={form.errorOf('allowEarly')}
          />
          {form.errorOf('allowEarly') !== undefined && (
            <p role="alert" className="text-sm text-danger">
              {form.errorOf('allowEarly')}
            </p>
          )}
        </div>
      )}
      <FormAlert>{form.error}</FormAlert>
      <Button type="submit" isBusy={form.isBusy}>
        Close the day
      </Button>
    </form>
  );
}

interface ReopenDayDialogProps extends CloseDayFormProps {
  version: number;
  onClose: () => void;
}

/** Asks why a closed day is opened again. */
export function ReopenDayDialog({ sheet: { day }, version, queryKey, onClose }: ReopenDayDialogProps) {
  const queries = useQueryClient();
  const toInput = ({ reason }: { reason: string }) => ({ day, version, reason });
  const form = useApiForm({
    defaultValues: { reason: '' },
    loadSchema: () => import('#contract/payments/day-sheet.ts').then(({ reopenDay }) => reopenDay.input),
    toInput,
    send: async (values) => {
      const outcome = await callApi('reopenDay', toInput(values));
      if (outcome.isOk) queries.setQueryData(queryKey, outcome.response.data);
      else void queries.invalidateQueries({ queryKey });
      return outcome;
    },
    onSuccess() {
      void queries.invalidateQueries({ queryKey: ['day-sheets'] });
      showToast('success', 'Day reopened');
      onClose();
    },
  });
  return (
    <StaffDialog title="Reopen the day" form={form} submitLabel="Reopen" onClose={onClose}>
      <p>The amounts of the closing stay readable. Close the day again when they are right.</p>
      <Field
        label="Reason"
        hint="Stays on the sheet and in the history"
        autoComplete="off"
        maxLength={500}
        {...form.fieldProps('reason')}
      />
    </StaffDialog>
  );
}
