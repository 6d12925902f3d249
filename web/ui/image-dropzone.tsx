import { Camera, ImageUp } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { maximumUploadBytes, maximumUploadMegabytes, uploadTypes } from '#contract/images/image.ts';
import { t } from '#web/texts/t.ts';
import { Button } from './button.tsx';

/** `useFileDrop` for one file: takes the first. */
export function useSingleFileDrop(onFile: (file: File) => void): { isDraggedOver: boolean } {
  return useFileDrop(([file]) => {
    if (file !== undefined) onFile(file);
  });
}

/**
 * Handles files that are dropped anywhere on the page or pasted, while the component is mounted. The whole page,
 * because the browser navigates to a file that is dropped beside a drop zone.
 */
export function useFileDrop(onFiles: (files: File[]) => void): { isDraggedOver: boolean } {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const over = (event: DragEvent) => {
      if (!bringsFiles(event.dataTransfer)) return;
      event.preventDefault();
      setIsDraggedOver(true);
    };
    document.addEventListener('dragenter', over, { signal });
    document.addEventListener('dragover', over, { signal });
    document.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        // Only null when the pointer leaves the page.
        if (relatedTarget === null) setIsDraggedOver(false);
      },
      { signal },
    );
    document.addEventListener(
      'drop',
      (event) => {
        setIsDraggedOver(false);
        if (!bringsFiles(event.dataTransfer)) return;
        event.preventDefault();
        takeAll(event.dataTransfer);
      },
      { signal },
    );
    document.addEventListener(
      'paste',
      ({ clipboardData, target }) => {
        // Office programs copy text together with an image of it.
        if (!isTextPastedIntoField(clipboardData, target)) takeAll(clipboardData);
      },
      { signal },
    );
    return () => listening.abort();

    function takeAll(data: DataTransfer | null) {
      const files = [...(data?.files ?? [])];
      if (files.length > 0) take.current(files);
    }
  }, []);
  return { isDraggedOver };
}

function bringsFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false;
}

function isTextPastedIntoField(data: DataTransfer | null, target: EventTarget | null): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isField && (data?.types.includes('text/plain') ?? false);
}

interface ImageDropzoneProps {
  /** The label of the button that opens the file picker. */
  label: string;
  /** The camera that a phone opens. */
  camera: 'user' | 'environment';
  onChoose: (file: File) => void;
  isDisabled?: boolean;
  /** The selected or the current image. */
  children: ReactNode;
}

/** Takes one image: from the file picker, dropped, pasted or, on a phone, from the camera. */
export function ImageDropzone({ label, camera, onChoose, isDisabled = false, children }: ImageDropzoneProps) {
  const files = useRef<HTMLInputElement>(null);
  const shutter = useRef<HTMLInputElement>(null);
  const { isDraggedOver } = useSingleFileDrop((file) => {
    if (!isDisabled) onChoose(file);
  });
  return (
    <div
      className={`flex flex-col items-center gap-4 rounded-lg border-2 border-dashed p-5 text-center transition-colors duration-(--brief) ${
        isDraggedOver && !isDisabled ? 'border-leaf bg-leaf-soft' : 'border-line'
      }`}
    >
      {children}
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="secondary" disabled={isDisabled} onClick={() => files.current?.click()}>
          <ImageUp aria-hidden="true" className="size-5" />
          {label}
        </Button>
        {/* Touch devices have a camera and no drag and drop. */}
        <span className="hidden pointer-coarse:block">
          <Button variant="secondary" disabled={isDisabled} onClick={() => shutter.current?.click()}>
            <Camera aria-hidden="true" className="size-5" />
            {t('ui.takePhoto')}
          </Button>
        </span>
      </div>
      <p className="text-sm text-ink-soft pointer-coarse:hidden">{t('ui.dropOne')}</p>
      <FileInput ref={files} accept={uploadTypes.join(',')} onChoose={onChoose} />
      <FileInput ref={shutter} accept="image/*" capture={camera} onChoose={onChoose} />
    </div>
  );
}

interface FileInputProps {
  ref: Ref<HTMLInputElement>;
  accept: string;
  capture?: 'user' | 'environment';
  onChoose: (file: File) => void;
}

/** An input of a picture that a button opens; with `capture`, a phone opens its camera. */
export function FileInput({ ref, accept, capture, onChoose }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept}
      capture={capture}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        // So that selecting the same file again fires `change`.
        currentTarget.value = '';
        if (file !== undefined) onChoose(file);
      }}
    />
  );
}

/** An image for upload, or an error message. */
export type PreparedImage = { image: Blob; problem?: undefined } | { image?: undefined; problem: string };

const quality = 0.9;

/**
 * Prepares an image file for upload: scales it down to `maximumSide` pixels and converts formats that the browser can
 * decode but the server does not accept.
 */
export async function prepareImage(file: File, maximumSide: number): Promise<PreparedImage> {
  if (file.size === 0) return { problem: t('ui.emptyFile') };
  if (isNotImage(file)) return { problem: t('ui.notAnImage') };
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return { problem: t('ui.unreadableImage') };
  const size = fitWithin(maximumSide, bitmap);
  const isFit = isAccepted(file.type) && file.size <= maximumUploadBytes && size.width === bitmap.width;
  const image = isFit ? file : await redraw(bitmap, size, file.type);
  bitmap.close();
  if (image === null) return { problem: t('ui.imageTooLarge') };
  if (image.size > maximumUploadBytes)
    return { problem: t('ui.imageAtMost', { megabytes: maximumUploadMegabytes }) };
  return { image };
}

function isNotImage({ type }: File): boolean {
  // SVG can contain scripts.
  return (type !== '' && !type.startsWith('image/')) || type === 'image/svg+xml';
}

function isAccepted(type: string): boolean {
  return uploadTypes.some((taken) => taken === type);
}

interface Size {
  width: number;
  height: number;
}

/** Scales a size down so that no side is longer than `maximumSide`. */
export function fitWithin(maximumSide: number, { width, height }: Size): Size {
  const scale = Math.min(1, maximumSide / Math.max(width, height));
  // At least 1 pixel for extreme proportions.
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function redraw(bitmap: ImageBitmap, { width, height }: Size, type: string): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const drawing = canvas.getContext('2d');
  if (drawing === null) return Promise.resolve(null);
  drawing.imageSmoothingQuality = 'high';
  drawing.drawImage(bitmap, 0, 0, width, height);
  // Other formats may be transparent. Browsers that cannot encode WebP encode PNG.
  const target = type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  return new Promise((resolve) => canvas.toBlob(resolve, target, quality));
}

/** A photo, scaled down to `maximumSide` pixels for a request: `content` in base64, and the address of its preview. */
export function usePhoto(maximumSide: number) {
  const [photo, setPhoto] = useState({ content: '', preview: '', problem: '' });
  useEffect(() => () => URL.revokeObjectURL(photo.preview), [photo.preview]);
  return {
    ...photo,
    remove: () => setPhoto({ content: '', preview: '', problem: '' }),
    async choose(file: File) {
      const { image, problem } = await prepareImage(file, maximumSide);
      if (image === undefined) return setPhoto({ ...photo, problem });
      setPhoto({ content: await toBase64(image), preview: URL.createObjectURL(image), problem: '' });
    },
  };
}

async function toBase64(image: Blob): Promise<string> {
  const bytes = new Uint8Array(await image.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
