/** A place for one picture: there already, on its way, or one that did not arrive. */
export type Slot = { id: string } & (
  | { state: 'there'; url: string }
  | {
      state: 'underway';
      file: File;
      preview?: string | undefined /** 0 to 1; null in the line. */;
      share: number | null;
    }
  | { state: 'failed'; file: File; preview?: string | undefined; problem: string; canRetry: boolean }
);

/** The addresses of the pictures that have arrived, in their order. */
export function urlsOf(slots: readonly Slot[]): string[] {
  return slots.flatMap((slot) => (slot.state === 'there' ? [slot.url] : []));
}

interface Room {
  slots: readonly Slot[];
  /** How many files there was no room for. */
  leftOut: number;
}

/**
 * Puts files in line. Where there may be only one picture the last file wins, but what is there stays until the new
 * one has arrived; otherwise the files that are too many are left out.
 */
export function withFiles(slots: readonly Slot[], files: readonly Slot[], maximum: number): Room {
  if (maximum === 1) {
    const last = files.slice(-1);
    return { slots: [...slots.filter(({ state }) => state === 'there'), ...last], leftOut: 0 };
  }
  const taken = files.slice(0, Math.max(0, maximum - slots.length));
  return { slots: [...slots, ...taken], leftOut: files.length - taken.length };
}

/** A picture has arrived: it takes its place, or that of the former one where there may be only one. */
export function withArrived(slots: readonly Slot[], id: string, url: string, maximum: number): Slot[] {
  const isThere = slots.some((slot) => slot.state === 'there' && slot.url === url);
  // The same picture has the same address: once is enough.
  if (isThere) return slots.filter((slot) => slot.id !== id);
  const arrived = slots.map((slot): Slot => (slot.id === id ? { id, state: 'there', url } : slot));
  return maximum === 1 ? arrived.filter((slot) => slot.id === id || slot.state !== 'there') : arrived;
}

/** Puts one picture into the place of another; those between move up. */
export function withMoved(slots: readonly Slot[], id: string, overId: string): readonly Slot[] {
  const from = slots.findIndex((slot) => slot.id === id);
  const to = slots.findIndex((slot) => slot.id === overId);
  const moved = slots[from];
  if (moved === undefined || to === -1) return slots;
  return slots.toSpliced(from, 1).toSpliced(to, 0, moved);
}
