import { Smartphone } from 'lucide-react';
import { usePush } from '#web/session/push.ts';
import { IconButton } from '#web/ui/button.tsx';

/** Notifications about new orders on this device, also while the board is closed. */
export default function PushButton() {
  const push = usePush('new');
  const label =
    push === null
      ? 'This browser shows no notifications of new orders'
      : `Notifications of new orders on this device are ${push.isOn ? 'on' : 'off'}`;
  return (
    <IconButton
      label={label}
      aria-pressed={push?.isOn ?? false}
      disabled={push === null}
      className="aria-pressed:text-leaf aria-pressed:bg-leaf-soft"
      onClick={() => {
        if (push !== null && !push.isBusy) void (push.isOn ? push.turnOff() : push.turnOn());
      }}
    >
      <Smartphone aria-hidden="true" className="size-5" />
    </IconButton>
  );
}
