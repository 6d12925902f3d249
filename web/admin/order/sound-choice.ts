import { useState } from 'react';
import { readStored, writeStored } from '#web/storage.ts';
import { chime } from './chime.ts';

const key = 'order-sound';

/** Whether new orders are heard on this device. */
export function isSoundOn(): boolean {
  return readStored(key) !== 'off';
}

/** Whether new orders are heard, and how to change that; whoever turns it on hears what it is like. */
export function useSoundChoice(): [isOn: boolean, toggle: () => void] {
  const [isOn, setIsOn] = useState(isSoundOn);
  const toggle = () => {
    const next = !isSoundOn();
    writeStored(key, next ? 'on' : 'off');
    setIsOn(next);
    if (next) chime();
  };
  return [isOn, toggle];
}
