/**
 * The sound of a new order: two tones of a bell, made by the browser itself. Silent until somebody has touched the
 * page, because browsers forbid it before, and where there is no sound at all.
 */
let audio: AudioContext | null = null;

const tonesHz = [880, 1174.66];
const toneSeconds = 0.5;
const gapSeconds = 0.16;
const loudness = 0.25;

/** Waits for the first touch of the page, with which sound is allowed. Gives the way to stop waiting. */
export function allowChimeOnGesture(): () => void {
  const listening = new AbortController();
  const allow = () => {
    // After a click by a program the browser still says no.
    if (!navigator.userActivation.hasBeenActive) return;
    listening.abort();
    wake();
  };
  for (const gesture of ['pointerdown', 'pointerup', 'keydown']) {
    window.addEventListener(gesture, allow, { signal: listening.signal, capture: true });
  }
  return () => listening.abort();
}

/** Rings once, if sound is allowed. */
export function chime(): void {
  if (audio === null && !navigator.userActivation.hasBeenActive) return;
  const context = wake();
  if (context === null) return;
  for (const [index, frequency] of tonesHz.entries()) {
    ring(context, frequency, context.currentTime + index * gapSeconds);
  }
}

function wake(): AudioContext | null {
  try {
    audio ??= new AudioContext();
    if (audio.state === 'suspended') void audio.resume().catch(() => {});
    return audio;
  } catch {
    return null;
  }
}

function ring(context: AudioContext, frequency: number, start: number): void {
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.type = 'sine';
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + toneSeconds);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + toneSeconds);
}
