import type { ImageUploadOptions, ImageUploadResult } from './upload-image.ts';

/** An image of the field: uploaded, uploading or failed. */
export type ImageSlot = { id: string } & (
  | { state: 'there'; url: string }
  | {
      state: 'underway';
      file: File;
      preview?: string | undefined /** 0 to 1; null in the line. */;
      share: number | null;
    }
  | { state: 'failed'; file: File; preview?: string | undefined; problem: string; canRetry: boolean }
);

/** URLs of the uploaded images, in order. */
export function uploadedUrls(slots: readonly ImageSlot[]): string[] {
  return slots.flatMap((slot) => (slot.state === 'there' ? [slot.url] : []));
}

interface Room {
  slots: readonly ImageSlot[];
  /** Number of files beyond the maximum. */
  leftOut: number;
}

/**
 * Appends files, up to the maximum. A field for one image uses the last file and keeps the existing image
 * until the new one is uploaded.
 */
export function withFiles(slots: readonly ImageSlot[], files: readonly ImageSlot[], maximum: number): Room {
  if (maximum === 1) {
    const last = files.slice(-1);
    return { slots: [...slots.filter(({ state }) => state === 'there'), ...last], leftOut: 0 };
  }
  const taken = files.slice(0, Math.max(0, maximum - slots.length));
  return { slots: [...slots, ...taken], leftOut: files.length - taken.length };
}

/** Marks an image as uploaded; in a field for one image it replaces the previous one. */
export function withArrived(
  slots: readonly ImageSlot[],
  id: string,
  url: string,
  maximum: number,
): ImageSlot[] {
  const isThere = slots.some((slot) => slot.state === 'there' && slot.url === url);
  // Equal content has an equal URL: duplicates are dropped.
  if (isThere) return slots.filter((slot) => slot.id !== id);
  const arrived = slots.map((slot): ImageSlot => (slot.id === id ? { id, state: 'there', url } : slot));
  return maximum === 1 ? arrived.filter((slot) => slot.id === id || slot.state !== 'there') : arrived;
}

/** Moves an image to the position of another one. */
export function withMoved(slots: readonly ImageSlot[], id: string, overId: string): readonly ImageSlot[] {
  const from = slots.findIndex((slot) => slot.id === id);
  const to = slots.findIndex((slot) => slot.id === overId);
  const moved = slots[from];
  if (moved === undefined || to === -1) return slots;
  return slots.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** Images of a field, and a notice about the last change. */
interface ImageFieldState {
  slots: readonly ImageSlot[];
  notice: string;
}

interface ImageStoreOptions {
  maximum: number;
  urls: readonly string[];
  send: (file: File, options: ImageUploadOptions) => Promise<ImageUploadResult>;
}

// The server processes one image at a time per user; a second one is resized and sent in parallel.
const maximumAtOnce = 2;

/** Image list of a field; uploads added files, two at a time. */
export function createImageStore({ maximum, urls, send }: ImageStoreOptions) {
  let pictures: ImageFieldState = { slots: urls.map(slotOf), notice: '' };
  const listeners = new Set<() => void>();
  const sending = new Map<string, AbortController>();

  function show(slots: readonly ImageSlot[], notice = ''): void {
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

  function change(id: string, next: (slot: ImageSlot) => ImageSlot): void {
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
    const notice = isThere ? 'This image has already been added.' : pictures.notice;
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
      const chosen = files.map((file): ImageSlot => ({ id: newKey(), state: 'underway', file, share: null }));
      const { slots, leftOut } = withFiles(pictures.slots, chosen, maximum);
      show(slots, leftOut === 0 ? '' : `Up to ${maximum} images: ${leftOut} not added.`);
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
    /** Aborts all uploads. */
    stop() {
      show(pictures.slots.filter(({ state }) => state !== 'underway'));
    },
    /** Replaces all images and aborts uploads. */
    reset(addresses: readonly string[]) {
      show(addresses.map(slotOf));
    },
  };
}
export type ImageStore = ReturnType<typeof createImageStore>;

let keys = 0;
function newKey(): string {
  keys += 1;
  return `picture ${keys}`;
}

function slotOf(url: string): ImageSlot {
  return { id: newKey(), state: 'there', url };
}

function previewOf(slot: ImageSlot): string | undefined {
  return slot.state === 'there' ? undefined : slot.preview;
}

function underway(slot: ImageSlot, progress: { preview?: string; share?: number }): ImageSlot {
  return slot.state === 'underway' ? { ...slot, ...progress } : slot;
}

function failed(slot: ImageSlot, sent: Extract<ImageUploadResult, { problem: string }>): ImageSlot {
  if (slot.state !== 'underway') return slot;
  const { id, file, preview } = slot;
  return { id, state: 'failed', file, preview, problem: sent.problem, canRetry: sent.canRetry };
}
