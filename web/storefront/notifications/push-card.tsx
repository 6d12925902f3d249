import { BellRing } from 'lucide-react';
import { usePush } from '#web/session/push.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';

/** Offers notifications about the shopper's orders; nothing where the browser cannot show them or may not. */
export function PushCard() {
  const push = usePush('own');
  if (push === null) return null;
  const { isOn, isBusy, turnOn, turnOff } = push;
  return (
    <section
      aria-label={t('notifications.title')}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-surface p-4 text-left"
    >
      <BellRing aria-hidden="true" className="size-6 flex-none text-leaf" />
      <p className="min-w-40 flex-1 text-sm">
        <strong className="block font-semibold">
          {isOn ? t('notifications.areOn') : t('notifications.ask')}
        </strong>
        <span className="text-ink-soft">
          {isOn ? t('notifications.areOnLead') : t('notifications.askLead')}
        </span>
      </p>
      <Button
        variant={isOn ? 'quiet' : 'secondary'}
        isBusy={isBusy}
        onClick={() => void (isOn ? turnOff() : turnOn())}
      >
        {isOn ? t('notifications.turnOff') : t('notifications.notifyMe')}
      </Button>
    </section>
  );
}
