import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { EndpointResponse } from '#contract/api.ts';
import { useUnsavedChanges } from '#web/admin/dialog-form.tsx';
import { RupeesField } from '#web/admin/form-parts.tsx';
import { Loaded, PageHeading, staffMeta } from '#web/admin/page-parts.tsx';
import { callApiOrThrow } from '#web/api/client.ts';
import { BrandingEditor, useNewLook } from './branding-editor.tsx';
import { ChargesEditor } from './charges-editor.tsx';
import { DeliveryAreaEditor, DeliveryRequests } from './delivery-area-editor.tsx';
import { ExceptionsEditor, WeekEditor } from './hours-editor.tsx';
import { PauseControl, useStorePause } from './pause-control.tsx';
import { SettingsIndex, useAllowedSections } from './settings-index.tsx';
import { previewSection } from './settings-preview.tsx';
import { SettingsSection } from './settings-section.tsx';
import {
  DoorEditor,
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
import { type SettingsSectionId, settingsTexts } from './settings-texts.ts';
import { type SettingsForm, useSettings } from './use-settings.ts';

type Versioned = EndpointResponse<'getStoreSettings'>['data'];

export const meta = staffMeta('Settings');

/** `/dashboard/settings`: what the owner decides about the store, one section at a time. */
export default function SettingsPage() {
  const settings = useQuery({
    queryKey: ['store-settings'],
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
        <div className="flex gap-4">
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
        </div>
      </PageHeading>
      <Loaded query={settings} subject="the settings">
        {(initial) => <Sections initial={initial} />}
      </Loaded>
    </>
  );
}

/** Edits outlast a change of the section, so that a question is asked only when the page is left. */
function Sections({ initial }: { initial: Versioned }) {
  const settings = useSettings(initial);
  // Not a part of the settings that are saved here: the server keeps the present pause.
  const pause = useStorePause();
  const { hash } = useLocation();
  const allowed = useAllowedSections();
  const [first] = allowed;
  const id = allowed.find((each) => `#${each}` === hash) ?? first;
  useNewLook(settings.stored.settings);
  const { question } = useUnsavedChanges(settings.changedIds.length > 0 && settings.busyId === null);
  if (id === undefined) return null;
  const { draft } = settings;
  return (
    <div className="space-y-4 md:grid md:grid-cols-[12rem_minmax(0,1fr)] md:items-start md:gap-6">
      <SettingsIndex current={id} changedIds={settings.changedIds} />
      <SettingsSection
        key={id}
        id={id}
        settings={settings}
        preview={previewSection(id, pause === undefined ? draft : { ...draft, pause: pause.pause })}
      >
        {editSection(id, settings)}
      </SettingsSection>
      {question}
    </div>
  );
}

/** The fields of a section. */
function editSection(id: SettingsSectionId, settings: SettingsForm): ReactNode {
  const { edit, draft } = settings;
  const issueOf = (path: string) => settings.failureOf(id)?.issues.get(path);
  switch (id) {
    case 'identity':
      return <IdentityEditor {...edit(id, 'identity')} isRegistered={draft.legal.gstin !== ''} />;
    case 'branding':
      return <BrandingEditor {...edit(id, 'branding')} name={draft.identity.name} />;
    case 'legal':
      return <LegalEditor {...edit(id, 'legal')} />;
    case 'seller':
      return <SellerEditor {...edit(id, 'seller')} />;
    case 'tax':
      return <TaxRatesEditor {...edit(id, 'tax')} />;
    case 'hours':
      return <WeekEditor {...edit(id, 'week')} />;
    case 'holidays':
      return <ExceptionsEditor {...edit(id, 'exceptions')} listError={issueOf('exceptions')} />;
    case 'pause':
      return <PauseControl />;
    case 'area':
      return (
        <>
          <DeliveryAreaEditor {...edit(id, 'deliveryArea')} listError={issueOf('deliveryArea.groups')} />
          <DeliveryRequests />
        </>
      );
    case 'promise':
      return <PromiseEditor {...edit(id, 'promise')} />;
    case 'slots':
      return <SlotsEditor {...edit(id, 'slots')} />;
    case 'door':
      return <DoorEditor {...edit(id, 'door')} />;
    case 'charges': {
      const minimum = edit(id, 'minimumOrderAmt');
      const { label, hint } = settingsTexts.charges.fields.minimumOrderAmt;
      return (
        <>
          <RupeesField
            label={label}
            hint={hint}
            value={minimum.value === 0 ? null : minimum.value}
            error={minimum.errorOf('')}
            onChange={(amount) => minimum.onChange(amount ?? 0)}
          />
          <ChargesEditor {...edit(id, 'charges')} listError={issueOf('charges.deliveryFees')} />
        </>
      );
    }
    case 'payments':
      return (
        <>
          <PaymentMethodsEditor {...edit(id, 'paymentMethods')} />
          <UpiEditor {...edit(id, 'upi')} storeName={draft.identity.name} />
        </>
      );
    case 'notifications':
      return <NotificationsEditor {...edit(id, 'notifications')} />;
  }
}
