import { type Slot, withArrived, withFiles, withMoved } from './picture-slots.ts';
import type { SendOptions, SentPicture } from './send-picture.ts';

/** The pictures of a field, and what is to be said about the last thing that was done with them. */
export interface Pictures {
  slots: readonly Slot[];
  notice: string;
}

interface PictureStoreOptions {
  /** How many pictures there may be. */
  maximum: number;
  /** The addresses of those that are there. */
  urls: readonly string[];
  send: (file: File, options: SendOptions) => Promise<SentPicture>;
}

// The shop looks at one picture at a time; the next one is made smaller and sent meanwhile.
const maximumAtOnce = 2;

/** Keeps the pictures of a field, and brings those that were chosen to the shop, some at a time. */
export function createPictureStore({ maximum, urls, send }: PictureStoreOptions) {
  let pictures: Pictures = { slots: urls.map(slotOf), notice: '' };
  const listeners = new Set<() => void>();
  const sending = new Map<string, AbortController>();

  function show(slots: readonly Slot[], notice = ''): void {
    const shown = new Set(slots.map(previewOf));
    for (const preview of pictures.slots.map(previewOf)) {
      if (preview !== undefined && !shown.has(preview)) URL.revokeObjectURL(preview);
    }
    pictures = { slots, notice };
    for (const [id, controller] of sending) {
      if (!slots.some((slot) => slot.id === id && slot.state === 'underway')) controller.abort();
    }
    for (const listener of listeners) listener();
  }

  function change(id: string, next: (slot: Slot) => Slot): void {
    show(
      pictures.slots.map((slot) => (slot.id === id ? next(slot) : slot)),
      pictures.notice,
    );
  }

  function sendNext(): void {
    const next = pictures.slots.find((slot) => slot.state === 'underway' && !sending.has(slot.id));
    if (next?.state !== 'underway' || sending.size >= maximumAtOnce) return;
    void bring(next.id, next.file);
    sendNext();
  }

  async function bring(id: string, file: File): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    sending.set(id, controller);
    const isWanted = () => !signal.aborted;
    const sent = await send(file, {
      signal,
      onPrepared: (picture) => {
        if (isWanted()) change(id, (slot) => underway(slot, { preview: URL.createObjectURL(picture) }));
      },
      onProgress: (share) => {
        if (isWanted()) change(id, (slot) => underway(slot, { share }));
      },
    });
    sending.delete(id);
    if (isWanted()) {
      if (sent.url === undefined) change(id, (slot) => failed(slot, sent));
      else arrive(id, sent.url);
    }
    sendNext();
  }

  function arrive(id: string, url: string): void {
    const isThere = pictures.slots.some((slot) => slot.state === 'there' && slot.url === url);
    const notice = isThere ? 'This picture is there already.' : pictures.notice;
    show(withArrived(pictures.slots, id, url, maximum), notice);
  }

  return {
    getPictures: () => pictures,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    add(files: readonly File[]) {
      if (files.length === 0) return;
      const chosen = files.map((file): Slot => ({ id: newKey(), state: 'underway', file, share: null }));
      const { slots, leftOut } = withFiles(pictures.slots, chosen, maximum);
      show(slots, leftOut === 0 ? '' : `At most ${maximum} pictures: ${leftOut} left out.`);
      sendNext();
    },
    retry(id: string) {
      change(id, (slot) => {
        if (slot.state !== 'failed') return slot;
        const { file, preview } = slot;
        return { id, state: 'underway', file, preview, share: null };
      });
      sendNext();
    },
    remove(id: string) {
      show(pictures.slots.filter((slot) => slot.id !== id));
    },
    move(id: string, overId: string) {
      show(withMoved(pictures.slots, id, overId));
    },
    /** Sends nothing more. */
    stop() {
      show(pictures.slots.filter(({ state }) => state !== 'underway'));
    },
    /** Forgets what is there and what is on its way, in favour of these. */
    reset(addresses: readonly string[]) {
      show(addresses.map(slotOf));
    },
  };
}
export type PictureStore = ReturnType<typeof createPictureStore>;

let keys = 0;
function newKey(): string {
  keys += 1;
  return `picture ${keys}`;
}

function slotOf(url: string): Slot {
  return { id: newKey(), state: 'there', url };
}

function previewOf(slot: Slot): string | undefined {
  return slot.state === 'there' ? undefined : slot.preview;
}

function underway(slot: Slot, progress: { preview?: string; share?: number }): Slot {
  return slot.state === 'underway' ? { ...slot, ...progress } : slot;
}

function failed(slot: Slot, sent: Extract<SentPicture, { problem: string }>): Slot {
  if (slot.state !== 'underway') return slot;
  const { id, file, preview } = slot;
  return { id, state: 'failed', file, preview, problem: sent.problem, canRetry: sent.canRetry };
}
