import { useState } from 'react';
import { parsePincode } from '#contract/base/digits.ts';
import type { Place } from '#contract/delivery/delivery-area.ts';
import { callApi } from '#web/api/client.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { invalidateQuery } from '#web/session/query-client.ts';
import { useSession } from '#web/session/session.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { statusQuery } from './store-status.ts';

/** Asks for one email when the store delivers to a place. Nothing for a place abroad, which has no PIN code. */
export function TellMe({ place }: { place: Place }) {
  const pincode = parsePincode(place.pincode);
  return pincode === null ? null : <TellMeForm pincode={pincode} location={place.location} />;
}

function TellMeForm({ pincode, location }: { pincode: string; location: Place['location'] }) {
  const email = useSession().user?.email ?? '';
  const [answer, setAnswer] = useState<string>();
  const form = useApiForm({
    defaultValues: { email },
    loadSchema: () =>
      import('#contract/delivery/delivery-request.ts').then(({ requestDelivery }) => requestDelivery.input),
    toInput: (values) => ({ ...values, pincode, location }),
    send: (values) => callApi('requestDelivery', { ...values, pincode, location }),
    onSuccess({ data: { isInside } }, values) {
      if (isInside) void invalidateQuery(statusQuery.queryKey);
      setAnswer(
        isInside
          ? t('place.deliversNow', { place: pincode })
          : t('place.willTell', { email: values.email.trim(), place: pincode }),
      );
    },
  });
  return (
    <div>
      {answer === undefined ? (
        <form {...form.formProps} className="space-y-2">
          <p className="text-sm font-semibold">{t('place.tellMe')}</p>
          <Field
            label={t('account.email')}
            type="email"
            autoComplete="email"
            inputMode="email"
            hint={t('place.tellMeHint')}
            {...form.fieldProps('email')}
          />
          <FormAlert>{form.error}</FormAlert>
          <Button type="submit" variant="secondary" isBusy={form.isBusy}>
            {t('place.askToTell')}
          </Button>
        </form>
      ) : null}
      <p role="status" className="font-semibold wrap-anywhere">
        {answer}
      </p>
    </div>
  );
}

/** For the checkout, where another address is chosen on the page. */
export function TellMeDialog({ place, onClose }: { place: Place; onClose: () => void }) {
  return (
    <Dialog title={t('place.tellMe')} onClose={onClose}>
      <TellMe place={place} />
    </Dialog>
  );
}
