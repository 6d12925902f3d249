import { ArrowLeft, Camera } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Delivery, DoorPayment } from '#contract/riders/delivery.ts';
import { toErrorMessage } from '#web/api/api-error.ts';
import { barClass, contentClass } from '#web/staff/page-parts.tsx';
import { t } from '#web/texts/t.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FileInput, usePhoto } from '#web/ui/image-dropzone.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { CashFields } from './cash-fields.tsx';
import { recordDelivered } from './deliver-store.ts';
import { toChange } from './deliveries.ts';
import { inRupees, toDueText } from './delivery-texts.ts';

/** A picture of this size shows what was put down, and has about 200 kB. */
const maximumSide = 1024;

interface DoorViewProps {
  delivery: Delivery;
  onBack: () => void;
  /** Called with what was done. */
  onDelivered: (text: string) => void;
}

/** What happens at the door: payment, delivery PIN and picture, as the store wants them. */
export function DoorView({ delivery, onBack, onDelivered }: DoorViewProps) {
  const { orderId: number, name, dueAmt, upi, needsPin, needsPhoto, hasPhoto } = delivery;
  const [kind, setKind] = useState<Exclude<DoorPayment, 'NONE'>>('CASH');
  const [received, setReceived] = useState(dueAmt);
  const [pin, setPin] = useState('');
  const photo = usePhoto(maximumSide);
  const [isChecked, setIsChecked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState({ isOfPin: false, text: '' });
  const form = useRef<HTMLFormElement>(null);
  const [rejections, setRejections] = useState(0);
  useEffect(() => {
    if (rejections > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [rejections]);
  const payment: DoorPayment = dueAmt === 0 ? 'NONE' : kind;
  const change = payment === 'CASH' ? toChange(dueAmt, received) : 0;
  const isPinMissing = needsPin && !/^\d{4}$/.test(pin);
  const isPhotoMissing = needsPhoto && !hasPhoto && photo.content === '';
  const pinError = isChecked && isPinMissing ? t('riders.pinMissing') : problem.isOfPin ? problem.text : '';
  const otherError =
    photo.problem ||
    (isChecked && isPhotoMissing ? t('riders.photoMissing') : problem.isOfPin ? '' : problem.text);

  async function save(event: FormEvent) {
    event.preventDefault();
    setIsChecked(true);
    setProblem({ isOfPin: false, text: '' });
    if (isPinMissing || isPhotoMissing || change === null) return setRejections(rejections + 1);
    setIsBusy(true);
    const error = await recordDelivered(delivery, {
      payment: payment === 'CASH' ? { kind: payment, amount: dueAmt, received } : { kind: payment },
      ...(needsPin && { pin }),
      photo: photo.content === '' ? null : photo.content,
    });
    if (error !== null) {
      setIsBusy(false);
      setRejections(rejections + 1);
      setIsChecked(false);
      const isOfPin = error.code === 'BAD_DELIVERY_PIN' || (needsPin && error.code === 'TOO_MANY_REQUESTS');
      if (isOfPin) setPin('');
      return setProblem({
        isOfPin,
        text: toErrorMessage(error, isOfPin ? t('riders.pinBlocked') : undefined),
      });
    }
    onDelivered(
      change > 0
        ? t('riders.isDeliveredWithChange', { number, amount: inRupees(change) })
        : t('riders.isDelivered', { number }),
    );
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void save(event)} className="contents">
      <header className="mx-auto flex w-full max-w-xl items-center gap-2 px-2 py-1">
        <IconButton label={t('staff.back')} onClick={onBack}>
          <ArrowLeft aria-hidden="true" className="size-6" />
        </IconButton>
        <span className="min-w-0 flex-1 leading-tight wrap-anywhere">
          <span className="block font-semibold">{name}</span>
          <span className="text-sm text-ink-soft">{number}</span>
        </span>
      </header>
      <div className={`${contentClass} gap-4`}>
        <h1 tabIndex={-1} className="text-xl tabular-nums outline-none">
          {toDueText(delivery)}
        </h1>
        {dueAmt > 0 && (
          <>
            {upi !== null && <PaymentChoice kind={kind} onChoose={setKind} />}
            {payment === 'CASH' && (
              <CashFields
                dueAmt={dueAmt}
                received={received}
                isChecked={isChecked}
                onReceived={setReceived}
              />
            )}
            {payment === 'UPI' && upi !== null && (
              <div className="text-center">
                <QrCode text={upi.url} label={t('riders.upiCode', { amount: inRupees(dueAmt) })} />
                <p className="mt-2 text-sm text-ink-soft">{t('riders.upiHint')}</p>
              </div>
            )}
          </>
        )}
        {needsPin && (
          <Field
            label={t('riders.pin')}
            hint={t('riders.pinHint')}
            error={pinError === '' ? undefined : pinError}
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="done"
            maxLength={4}
            value={pin}
            onChange={({ target }) => setPin(target.value.replace(/\D/g, ''))}
          />
        )}
        {needsPhoto && <PhotoField preview={photo.preview} hasPhoto={hasPhoto} onChoose={photo.choose} />}
      </div>
      <div className={barClass}>
        <p role="alert" className={otherError === '' ? '' : 'pb-2 font-semibold text-danger'}>
          {otherError}
        </p>
        <Button
          type="submit"
          isWide
          isBusy={isBusy}
          className="min-h-16 text-lg"
          // The second tap of a double tap was one on the screen before.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {payment === 'CASH'
            ? t('riders.deliveredCash', { amount: inRupees(dueAmt) })
            : payment === 'UPI'
              ? t('riders.deliveredUpi')
              : t('riders.delivered')}
        </Button>
      </div>
    </form>
  );
}

const paymentTexts = { CASH: t('riders.cash'), UPI: t('riders.upi') };

interface PaymentChoiceProps {
  kind: 'CASH' | 'UPI';
  onChoose: (kind: 'CASH' | 'UPI') => void;
}

function PaymentChoice({ kind, onChoose }: PaymentChoiceProps) {
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="sr-only">{t('riders.payment')}</legend>
      {(['CASH', 'UPI'] as const).map((each) => (
        <label
          key={each}
          className="flex min-h-14 items-center gap-3 rounded-md border border-line bg-surface px-3 font-semibold has-checked:border-leaf has-checked:bg-leaf-soft"
        >
          <input
            type="radio"
            name="payment"
            className="size-6 flex-none accent-leaf"
            checked={each === kind}
            onChange={() => onChoose(each)}
          />
          {paymentTexts[each]}
        </label>
      ))}
    </fieldset>
  );
}

interface PhotoFieldProps {
  preview: string;
  hasPhoto: boolean;
  onChoose: (file: File) => Promise<void>;
}

function PhotoField({ preview, hasPhoto, onChoose }: PhotoFieldProps) {
  const shutter = useRef<HTMLInputElement>(null);
  return (
    <div className="flex items-center gap-3">
      {preview !== '' && (
        <img src={preview} alt={t('riders.photoPreview')} className="size-20 rounded-md object-cover" />
      )}
      <Button variant="secondary" className="min-h-14 flex-1" onClick={() => shutter.current?.click()}>
        <Camera aria-hidden="true" className="size-5" />
        {preview !== '' || hasPhoto ? t('riders.otherPhoto') : t('riders.photo')}
      </Button>
      <FileInput
        ref={shutter}
        accept="image/*"
        capture="environment"
        onChoose={(file) => void onChoose(file)}
      />
    </div>
  );
}
