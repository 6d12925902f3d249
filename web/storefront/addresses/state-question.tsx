import { useEffect, useRef } from 'react';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { stateLabel } from './address-form.ts';

interface StateQuestionProps {
  state: string;
  pincode: string;
  states: readonly string[];
  onChoose: (state: string) => void;
  onKeep: () => void;
}

/** State and PIN code are in different places. Each choice submits the form with it. */
export function StateQuestion({ state, pincode, states, onChoose, onKeep }: StateQuestionProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => group.current?.focus(), []);
  return (
    <fieldset ref={group} tabIndex={-1} className="mb-2 rounded-md bg-marigold-soft px-4 py-3 sm:col-span-2">
      <legend className="sr-only">{t('errors.STATE_MISMATCH')}</legend>
      <p className="mb-2 text-sm">
        {t('addresses.whichState', { hint: toStateHint(pincode, states), state: stateLabel(state) })}
      </p>
      <div className="flex flex-wrap gap-2">
        {states.map((name) => (
          <Button
            key={name}
            variant="secondary"
            onClick={() => {
              onChoose(name);
              group.current?.form?.requestSubmit();
            }}
          >
            {t('addresses.useState', { state: stateLabel(name) })}
          </Button>
        ))}
        <Button
          variant="secondary"
          onClick={() => {
            onKeep();
            group.current?.form?.requestSubmit();
          }}
        >
          {t('addresses.keepState', { state: stateLabel(state) })}
        </Button>
      </div>
    </fieldset>
  );
}

/** In which states a PIN code is: '500081 is usually in Telangana'. */
export function toStateHint(pincode: string, states: readonly string[]): string {
  return t('addresses.usuallyIn', {
    pincode: pincode.trim(),
    states: states.map(stateLabel).join(t('addresses.or')),
  });
}
