import { Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { readStored, writeStored } from '#web/base/storage.ts';
import { usePush } from '#web/session/push.ts';
import { IconButton } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.ts';

/**
 * Two-tone bell for new orders, synthesised with Web Audio. Silent until the first user gesture, because
 * browsers block audio before, and where audio is not available.
 */
let audio: AudioContext | null = null;

const tonesHz = [880, 1174.66];
const toneSeconds = 0.5;
const gapSeconds = 0.16;
const loudness = 0.25;

/** Enables audio at the first user gesture. Returns a function that stops listening. */
function enableChimeOnGesture(): () => void {
  const listening = new AbortController();
  const allow = () => {
    // A synthetic click does not count as activation.
    if (!navigator.userActivation.hasBeenActive) return;
    listening.abort();
    resumeAudio();
  };
  for (const gesture of ['pointerdown', 'pointerup', 'keydown']) {
    window.addEventListener(gesture, allow, { signal: listening.signal, capture: true });
  }
  return () => listening.abort();
}

/** Plays the bell if audio is allowed. */
function chime(): void {
  if (audio === null && !navigator.userActivation.hasBeenActive) return;
  const context = resumeAudio();
  if (context === null) return;
  for (const [index, frequency] of tonesHz.entries()) {
    playTone(context, frequency, context.currentTime + index * gapSeconds);
  }
}

function resumeAudio(): AudioContext | null {
  try {
    audio ??= new AudioContext();
    if (audio.state === 'suspended') void audio.resume().catch(() => {});
    return audio;
  } catch {
    return null;
  }
}

function playTone(context: AudioContext, frequency: number, start: number): void {
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.type = 'sine';
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + toneSeconds);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + toneSeconds);
}

const key = 'order-sound';

function isSoundOn(): boolean {
  return readStored(key) !== 'off';
}

/** Sound setting of this device, with a toggle that plays the bell when turned on. */
export function useOrderSound(): [isOn: boolean, toggle: () => void] {
  const [isOn, setIsOn] = useState(isSoundOn);
  const toggle = () => {
    const next = !isSoundOn();
    writeStored(key, next ? 'on' : 'off');
    setIsOn(next);
    if (next) chime();
  };
  return [isOn, toggle];
}

/** Detects orders that arrived since the previous call; the first call returns none. */
export class NewOrderDetector {
  private seen: Set<string> | null = null;

  take(open: readonly StaffOrder[]): StaffOrder[] {
    const before = this.seen;
    this.seen = new Set([...(before ?? []), ...open.map(({ _id }) => _id)]);
    if (before === null) return [];
    return open.filter(({ _id, status }) => status === 'PLACED' && !before.has(_id));
  }
}

const notificationMilliseconds = 10_000;

/** Shows a toast and plays a sound for new orders, and keeps their number in the page title. */
export function useNewOrderNotifications(open: readonly StaffOrder[] | undefined): void {
  const news = useRef(new NewOrderDetector());
  useEffect(enableChimeOnGesture, []);
  useEffect(() => {
    if (open === undefined) return;
    const [first, ...others] = news.current.take(open);
    if (first === undefined) return;
    const message =
      others.length === 0
        ? `New order ${first.orderId} by ${first.shopper.name}`
        : `${others.length + 1} new orders`;
    showToast('blank', message, { id: 'new-orders', durationMilliseconds: notificationMilliseconds });
    if (isSoundOn()) chime();
  }, [open]);
  const count = open?.filter(({ status }) => status === 'PLACED').length ?? 0;
  useEffect(() => {
    document.title = count === 0 ? 'Orders' : `(${count}) Orders`;
  }, [count]);
}

/** Notifications about new orders on this device, also while the board is closed. */
export function PushButton() {
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
