import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { EndpointResponse } from '#contract/api.ts';
import { dayMs } from '#contract/base/durations.ts';
import { toShopDate } from '#contract/base/india-time.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { useUnsavedChanges } from '#web/admin/dialog-form.tsx';
import { type Edited, RupeesField } from '#web/admin/form-parts.tsx';
import { Loaded, PageHeading, staffMeta } from '#web/admin/page-parts.tsx';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { formatDateTime } from '#web/base/time.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { showToast } from '#web/ui/toast.ts';
import { ChargesEditor } from './charges-editor.tsx';
import { DeliveryAreaEditor, DeliveryRequests } from './delivery-area-editor.tsx';
import { HoursEditor } from './hours-editor.tsx';
import { PauseControl, useStorePause } from './pause-control.tsx';
import { SettingsPreview } from './settings-preview.tsx';
import {
  IdentityEditor,
  LegalEditor,
  NotificationsEditor,
  PaymentMethodsEditor,
  PromiseEditor,
  SellerEditor,
  SlotsEditor,
  TaxRatesEditor,
  UpiEditor,
} from './settings-sections.tsx';

type Versioned = EndpointResponse<'getStoreSettings'>['data'];

const queryKey = ['store-settings'];
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export const meta = staffMeta('Settings');

/** `/dashboard/settings`: what the owner decides about the store. */
export default function SettingsPage() {
  const settings = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await callApiOrThrow('getStoreSettings', {}, { signal })).data,
    // The form keeps the version that it started from; another one is a conflict that the server finds.
    staleTime: Number.POSITIVE_INFINITY,
    // Each visit starts with the newest version.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <PageHeading title="Settings">
        <Link
          to="/dashboard/pages"
          className="inline-flex min-h-11 items-center font-semibold text-leaf underline underline-offset-4"
        >
          Pages
        </Link>
        <Link
          to="/dashboard/history?kind=settings"
          className="inline-flex min-h-11 items-center font-semibold text-leaf underline underline-offset-4"
        >
          History
        </Link>
      </PageHeading>
      <div className="mb-4 max-w-3xl">
        <Section id="pause" title="Pause orders">
          <PauseControl />
        </Section>
      </div>
      <Loaded query={settings} subject="the settings">
        {(initial) => <SettingsForm initial={initial} />}
      </Loaded>
    </>
  );
}

function SettingsForm({ initial }: { initial: Versioned }) {
  const [stored, setStored] = useState(initial);
  const [draft, setDraft] = useState<StoreSettings>(stored.settings);
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [alert, setAlert] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  // Not a part of the form: the server keeps the present pause.
  const pause = useStorePause();
  const form = useRef<HTMLFormElement>(null);
  // After the errors have been rendered.
  useEffect(() => {
    if (errors.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored.settings);
  const { question } = useUnsavedChanges(isChanged && !isBusy);
  const change = (changed: Partial<StoreSettings>) => setDraft({ ...draft, ...changed });
  const errorOf = (path: string) => [...errors].find(([found]) => `${found}.`.startsWith(`${path}.`))?.[1];
  const section = <Key extends keyof StoreSettings>(key: Key): Edited<StoreSettings[Key]> => ({
    value: draft[key],
    errorOf: (path) => errorOf(path === '' ? key : `${key}.${path}`),
    onChange: (value) => setDraft({ ...draft, [key]: value }),
  });

  function showErrors(found: ReadonlyMap<string, string>, text: string) {
    setErrors(found);
    setAlert(text);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const outcome = await callApi('updateStoreSettings', { version: stored.version, settings: draft });
    setIsBusy(false);
    if (outcome.isOk) {
      const { data, message } = outcome.response;
      showToast('success', message);
      setStored(data);
      setDraft(data.settings);
      setErrors(new Map());
      setAlert('');
      return;
    }
    const { issues, message } = outcome.error;
    const paths = issues.map((issue) => [issue.path.replace(/^settings\./, ''), issue.message] as const);
    showErrors(new Map(paths), message);
  }

  return (
    <form ref={form} noValidate onSubmit={save} className="max-w-3xl space-y-4">
      <FormAlert>{alert}</FormAlert>
      <SettingsPreview settings={{ ...draft, pause: pause === undefined ? draft.pause : pause.pause }} />
      <Section id="identity" title="Name and contact">
        <IdentityEditor {...section('identity')} isRegistered={draft.legal.gstin !== ''} />
      </Section>
      <Section id="legal" title="Business details">
        <LegalEditor {...section('legal')} />
      </Section>
      <Section id="seller" title="Seller and grievance officer">
        <SellerEditor {...section('seller')} />
      </Section>
      <Section id="tax" title="Tax rates">
        <TaxRatesEditor {...section('tax')} />
      </Section>
      <Section id="hours" title="Opening hours">
        {weekdays.map((label, day) => (
          <HoursEditor
            key={label}
            label={label}
            intervals={draft.week[day] ?? []}
            error={errorOf(`week.${day}`)}
            onChange={(intervals) =>
              change({ week: draft.week.map((each, index) => (index === day ? intervals : each)) })
            }
          />
        ))}
        <Button
          variant="secondary"
          onClick={() => change({ week: draft.week.map(() => draft.week[0] ?? []) })}
        >
          Copy Monday to all days
        </Button>
      </Section>
      <Section id="holidays" title="Holidays and special hours">
        <ExceptionsEditor {...section('exceptions')} />
        {errors.has('exceptions') && <p className="text-sm text-danger">{errors.get('exceptions')}</p>}
      </Section>
      <Section id="area" title="Delivery area">
        <DeliveryAreaEditor {...section('deliveryArea')} listError={errors.get('deliveryArea.groups')} />
        <DeliveryRequests />
      </Section>
      <Section id="promise" title="Delivery promise">
        <PromiseEditor {...section('promise')} />
      </Section>
      <Section id="slots" title="Later delivery times">
        <SlotsEditor {...section('slots')} />
      </Section>
      <Section title="Minimum order">
        <RupeesField
          label="Minimum order (₹)"
          hint="Items only, without charges. Leave empty for none."
          value={draft.minimumOrderAmt === 0 ? null : draft.minimumOrderAmt}
          error={errorOf('minimumOrderAmt')}
          onChange={(amount) => change({ minimumOrderAmt: amount ?? 0 })}
        />
      </Section>
      <Section id="charges" title="Charges">
        <ChargesEditor {...section('charges')} listError={errors.get('charges.deliveryFees')} />
      </Section>
      <Section id="payments" title="Payment methods">
        <PaymentMethodsEditor {...section('paymentMethods')} />
      </Section>
      <Section title="UPI payments">
        <UpiEditor {...section('upi')} />
      </Section>
      <Section id="notifications" title="Emails and notifications">
        <NotificationsEditor {...section('notifications')} />
      </Section>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" isBusy={isBusy}>
          Save settings
        </Button>
        {stored.changedAt !== null && (
          <p className="text-sm text-ink-soft">Last changed {formatDateTime(stored.changedAt)}</p>
        )}
      </div>
      {question}
    </form>
  );
}

/** `id`: its address, such as `/dashboard/settings#hours`. */
function Section({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      className="scroll-mt-(--header-height) space-y-3 rounded-lg border border-line bg-surface p-3 sm:p-4"
    >
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

function ExceptionsEditor({ value: exceptions, errorOf, onChange }: Edited<StoreSettings['exceptions']>) {
  const replace = (index: number, changed: Partial<StoreSettings['exceptions'][number]>) =>
    onChange(exceptions.map((each, place) => (place === index ? { ...each, ...changed } : each)));
  return (
    <>
      {exceptions.map(({ date, reason, intervals }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an edit of the date must keep the input
        <div key={index} className="space-y-2 border-b border-line pb-3">
          <div className="flex flex-wrap items-end gap-2">
            <Field
              label="Date"
              type="date"
              value={date}
              aria-invalid={errorOf(`${index}`) !== undefined}
              onChange={({ target }) => replace(index, { date: target.value })}
            />
            <Field
              label="Reason (optional)"
              value={reason}
              maxLength={80}
              className="min-w-40 flex-1"
              onChange={({ target }) => replace(index, { reason: target.value })}
            />
            <IconButton
              label={`Remove ${date || 'this day'}`}
              onClick={() => onChange(exceptions.filter((_day, place) => place !== index))}
            >
              <Trash2 aria-hidden="true" className="size-4.5" />
            </IconButton>
          </div>
          <HoursEditor
            label={`Times on ${date || 'this day'}`}
            intervals={intervals}
            error={errorOf(`${index}`)}
            onChange={(times) => replace(index, { intervals: times })}
          />
        </div>
      ))}
      <Button
        variant="secondary"
        onClick={() => {
          const tomorrow = new Date(Date.now() + dayMs);
          onChange([...exceptions, { date: toShopDate(tomorrow), reason: '', intervals: [] }]);
        }}
      >
        Add a day
      </Button>
    </>
  );
}
