import { noDoorRules, pinRules } from '#contract/riders/delivery-pin.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { CheckField, type Edited, RupeesField } from '#web/admin/form-parts.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { bindTexts, gridClass } from './settings-sections.tsx';
import { pinRuleLabels, settingsTexts } from './settings-texts.ts';

/** What riders need at the door. */
export function DoorEditor({ value, ...edited }: Edited<StoreSettings['door']>) {
  const rules = value ?? noDoorRules;
  const field = bindTexts({ ...edited, value: rules }, settingsTexts.door.fields);
  const pin = field('pin');
  const above = field('pinAboveAmt');
  return (
    <>
      <div className={gridClass}>
        <SelectField
          {...pin}
          choices={pinRules.map((rule) => [rule, pinRuleLabels[rule]])}
          onChange={({ target }) => pin.onChange(pinRules.find((rule) => rule === target.value) ?? 'NEVER')}
        />
        {rules.pin === 'ABOVE' && (
          <RupeesField {...above} onChange={(amount) => above.onChange(amount ?? 0)} />
        )}
      </div>
      <CheckField {...field('needsPhoto')} />
    </>
  );
}
