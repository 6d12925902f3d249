import { Trash2 } from 'lucide-react';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { CheckField, type Edited, RupeesField } from '#web/admin/form-parts.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { bindTexts, gridClass } from './settings-sections.tsx';
import { settingsTexts } from './settings-texts.ts';

type Charges = StoreSettings['charges'];

interface ChargesEditorProps extends Edited<Charges> {
  /** The error of the list of delivery fees, not of one of its fields. */
  listError: string | undefined;
}

/** What is added to the items of an order. */
export function ChargesEditor({ listError, ...edited }: ChargesEditorProps) {
  const { value: charges, errorOf, onChange } = edited;
  const { deliveryFees, smallOrder, handlingAmt } = charges;
  const texts = settingsTexts.charges.fields;
  const field = bindTexts(edited, texts);
  const change = (changed: Partial<Charges>) => onChange({ ...charges, ...changed });
  const changeRow = (index: number, changed: Partial<Charges['deliveryFees'][number]>) =>
    change({
      deliveryFees: deliveryFees.map((row, each) => (each === index ? { ...row, ...changed } : row)),
    });
  const changeSmall = (changed: Partial<NonNullable<Charges['smallOrder']>>) => {
    const next = { belowAmt: 0, feeAmt: 0, ...smallOrder, ...changed };
    change({ smallOrder: next.belowAmt === 0 && next.feeAmt === 0 ? null : next });
  };
  return (
    <>
      <fieldset className="min-w-0 space-y-2">
        <legend className="mb-1 text-sm font-semibold">{texts.deliveryFees.label}</legend>
        {deliveryFees.length === 0 && <p className="text-ink-soft">Delivery is free.</p>}
        {deliveryFees.map(({ fromAmt, feeAmt }, index) => (
          <div
            // Rows have no other identity than their place.
            // biome-ignore lint/suspicious/noArrayIndexKey: an edit must keep the input
            key={index}
            className="grid max-w-lg grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2"
          >
            {index === 0 ? (
              <p className="flex min-h-11 items-center">From ₹0</p>
            ) : (
              <RupeesField
                label="From (₹)"
                value={fromAmt}
                error={errorOf(`deliveryFees.${index}.fromAmt`)}
                onChange={(amount) => changeRow(index, { fromAmt: amount ?? 0 })}
              />
            )}
            <RupeesField
              label="Fee (₹)"
              value={feeAmt}
              error={errorOf(`deliveryFees.${index}.feeAmt`)}
              onChange={(amount) => changeRow(index, { feeAmt: amount ?? 0 })}
            />
            <IconButton
              label={`Remove the fee from ₹${fromAmt}`}
              onClick={() =>
                change({
                  deliveryFees: deliveryFees
                    .filter((_row, each) => each !== index)
                    .map((row, each) => (each === 0 ? { ...row, fromAmt: 0 } : row)),
                })
              }
            >
              <Trash2 aria-hidden="true" className="size-4.5" />
            </IconButton>
          </div>
        ))}
        {listError !== undefined && <p className="text-sm text-danger">{listError}</p>}
        {deliveryFees.length < 10 && (
          <Button
            variant="secondary"
            onClick={() =>
              change({
                deliveryFees: [
                  ...deliveryFees,
                  {
                    fromAmt: deliveryFees.length === 0 ? 0 : (deliveryFees.at(-1)?.fromAmt ?? 0) + 100,
                    feeAmt: 25,
                  },
                ],
              })
            }
          >
            Add a delivery fee
          </Button>
        )}
        {deliveryFees.length > 0 && (
          <div className={gridClass}>
            <RupeesField {...field('freeDeliveryFromAmt')} />
          </div>
        )}
      </fieldset>
      <div className={gridClass}>
        <RupeesField
          label={texts.smallOrderFeeAmt.label}
          value={smallOrder === null || smallOrder.feeAmt === 0 ? null : smallOrder.feeAmt}
          error={errorOf('smallOrder.feeAmt')}
          onChange={(amount) => changeSmall({ feeAmt: amount ?? 0 })}
        />
        <RupeesField
          label={texts.smallOrderBelowAmt.label}
          value={smallOrder === null || smallOrder.belowAmt === 0 ? null : smallOrder.belowAmt}
          error={errorOf('smallOrder.belowAmt')}
          onChange={(amount) => changeSmall({ belowAmt: amount ?? 0 })}
        />
        <RupeesField
          label={texts.handlingAmt.label}
          value={handlingAmt === 0 ? null : handlingAmt}
          error={errorOf('handlingAmt')}
          onChange={(amount) => change({ handlingAmt: amount ?? 0 })}
        />
      </div>
      <CheckField {...field('isTotalRounded')} />
    </>
  );
}
