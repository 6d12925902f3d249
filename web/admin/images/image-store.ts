import { createStore } from 'zustand';
import type { ApiError } from '#web/api/api-error.ts';
import { uploadFile } from '#web/api/files.ts';
import { prepareImage } from '#web/ui/image-dropzone.tsx';

/** An image of the field: uploaded, uploading or failed. */
export type ImageSlot = { id: string } & (
  | { state: 'uploaded'; url: string }
  // `share` is 0 to 1; null until the upload starts.
  | { state: 'uploading'; file: File; preview?: string | undefined; share: number | null }
  | { state: 'failed'; file: File; preview?: string | undefined; problem: string; canRetry: boolean }
);

/** URLs of the uploaded images, in order. */
export function uploadedUrls(slots: readonly ImageSlot[]): string[] {
  return slots.flatMap((slot) => (slot.state === 'uploaded' ? [slot.url] : []));
}

/**
 * Appends files, up to the maximum. A field for one image uses the last file and keeps the existing image
 * until the new one is uploaded. `leftOut` is the number of files beyond the maximum.
 */
export function withFiles(slots: readonly ImageSlot[], files: readonly ImageSlot[], maximum: number) {
  if (maximum === 1) {
    const last = files.slice(-1);
    return { slots: [...slots.filter(({ state }) => state === 'uploaded'), ...last], leftOut: 0 };
  }
  const taken = files.slice(0, Math.max(0, maximum - slots.length));
  return { slots: [...slots, ...taken], leftOut: files.length - taken.length };
}

/** Marks an image as uploaded; in a field for one image it replaces the previous one. */
export function withUploaded(
  slots: readonly ImageSlot[],
  id: string,
  url: string,
  maximum: number,
): ImageSlot[] {
  // Equal content has an equal URL: duplicates are dropped.
  if (uploadedUrls(slots).includes(url)) return slots.filter((slot) => slot.id !== id);
  const replaced = slots.map((slot): ImageSlot => (slot.id === id ? { id, state: 'uploaded', url } : slot));
  return maximum === 1 ? replaced.filter((slot) => slot.id === id || slot.state !== 'uploaded') : replaced;
}

/** Moves an image to the position of another one. */
export function withMoved(slots: readonly ImageSlot[], id: string, overId: string): readonly ImageSlot[] {
  const from = slots.findIndex((slot) => slot.id === id);
  const to = slots.findIndex((slot) => slot.id === overId);
  const moved = slots[from];
  if (moved === undefined || to === -1) return slots;
  return slots.toSpliced(from, 1).toSpliced(to, 0, moved);
}

interface ImageStoreOptions {
  maximum: number;
  urls: readonly string[];
  send: (file: File, options: ImageUploadOptions) => Promise<ImageUploadResult>;
}

interface ImageFieldState {
  slots: readonly ImageSlot[];
  /** About the last change, such as files beyond the maximum. */
  notice: string;
}

// The server processes one image at a time per user; a second one is resized and sent in parallel.
const maximumAtOnce = 2;

/** Image list of a field; uploads added files, two at a time. */
export function createImageStore({ maximum, urls, send }: ImageStoreOptions) {
  const store = createStore<ImageFieldState>(() => ({ slots: urls.map(toUploaded), notice: '' }));
  const uploads = new Map<string, AbortController>();

  /** Aborts the uploads of removed images and releases their previews. */
  function show(slots: readonly ImageSlot[], notice = ''): void {
    const kept = new Set(slots.map(previewOf));
    for (const preview of store.getState().slots.map(previewOf)) {
      if (preview !== undefined && !kept.has(preview)) URL.revokeObjectURL(preview);
    }
    store.setState({ slots, notice });
    for (const [id, controller] of uploads) {
      if (!slots.some((slot) => slot.id === id && slot.state === 'uploading')) controller.abort();
    }
  }

  function update(id: string, next: (slot: ImageSlot) => ImageSlot): void {
    const { slots, notice } = store.getState();
    show(
      slots.map((slot) => (slot.id === id ? next(slot) : slot)),
      notice,
    );
  }

  function uploadNext(): void {
    const next = store.getState().slots.find(({ id, state }) => state === 'uploading' && !uploads.has(id));
    if (next?.state !== 'uploading' || uploads.size >= maximumAtOnce) return;
    void upload(next.id, next.file);
    uploadNext();
  }

  async function upload(id: string, file: File): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    uploads.set(id, controller);
    const progress = (changed: { preview?: string; share?: number }) =>
      update(id, (slot) => (slot.state === 'uploading' ? { ...slot, ...changed } : slot));
    const result = await send(file, {
      signal,
      onPrepared: (image) => {
        if (!signal.aborted) progress({ preview: URL.createObjectURL(image) });
      },
      onProgress: (share) => {
        if (!signal.aborted) progress({ share });
      },
    });
    uploads.delete(id);
    if (!signal.aborted) finish(id, result);
    uploadNext();
  }

  function finish(id: string, result: ImageUploadResult): void {
    if (result.url === undefined) {
      update(id, (slot) => (slot.state === 'uploading' ? { ...slot, ...result, state: 'failed' } : slot));
      return;
    }
    const { slots, notice } = store.getState();
    const isDuplicate = uploadedUrls(slots).includes(result.url);
    show(
      withUploaded(slots, id, result.url, maximum),
      isDuplicate ? 'This picture has already been added.' : notice,
    );
  }

  return {
    store,
    add(files: readonly File[]) {
      if (files.length === 0) return;
      const added = files.map((file): ImageSlot => ({ id: newId(), state: 'uploading', file, share: null }));
      const { slots, leftOut } = withFiles(store.getState().slots, added, maximum);
      show(slots, leftOut === 0 ? '' : `Up to ${maximum} pictures: ${leftOut} not added.`);
      uploadNext();
    },
    retry(id: string) {
      update(id, (slot) => (slot.state === 'failed' ? { ...slot, state: 'uploading', share: null } : slot));
      uploadNext();
    },
    remove: (id: string) => show(store.getState().slots.filter((slot) => slot.id !== id)),
    move: (id: string, overId: string) => show(withMoved(store.getState().slots, id, overId)),
    /** Aborts all uploads. */
    stop: () => show(store.getState().slots.filter(({ state }) => state !== 'uploading')),
    /** Replaces all images and aborts uploads. */
    reset: (addresses: readonly string[]) => show(addresses.map(toUploaded)),
  };
}
export type ImageStore = ReturnType<typeof createImageStore>;

let ids = 0;
function newId(): string {
  ids += 1;
  return `image ${ids}`;
}

function toUploaded(url: string): ImageSlot {
  return { id: newId(), state: 'uploaded', url };
}

function previewOf(slot: ImageSlot): string | undefined {
  return slot.state === 'uploaded' ? undefined : slot.preview;
}

export type ImageUploadResult =
  | { url: string; problem?: undefined }
  /** `canRetry`: the same file may succeed later. */
  | { url?: undefined; problem: string; canRetry: boolean };

export interface ImageUploadOptions {
  signal: AbortSignal;
  /** Share sent, 0 to 1. */
  onProgress: (share: number) => void;
  /**
   * Called with the resized image, which the browser can display even if it cannot display the original file.
   */
  onPrepared: (image: Blob) => void;
}

// Twice the largest stored width, so that a tall photograph has full width as well.
const maximumSide = 2160;

/** Resizes an image if necessary and uploads it. Never throws. */
export async function uploadImage(file: File, options: ImageUploadOptions): Promise<ImageUploadResult> {
  const { signal, onProgress, onPrepared } = options;
  const { image, problem } = await prepareImage(file, maximumSide);
  if (image === undefined) return { problem, canRetry: false };
  onPrepared(image);
  const outcome = await uploadFile('uploadFile', { image: image }, { signal, onProgress });
  if (outcome.isOk) return { url: outcome.response.data.url };
  return { problem: outcome.error.message, canRetry: isRetryable(outcome.error) };
}

function isRetryable({ isClientError, status }: ApiError): boolean {
  return !isClientError || status === 401 || status === 429;
}
