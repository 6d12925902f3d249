import { Camera, ImageUp } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { uploadTypes } from '#contract/rules/image.ts';
import { Button } from './button.tsx';

/** Takes the first of the files that are dropped or pasted, as `useFileDrop` does. */
export function useSingleFileDrop(onFile: (file: File) => void): { isDraggedOver: boolean } {
  return useFileDrop(([file]) => {
    if (file !== undefined) onFile(file);
  });
}

/**
 * Takes files that are dropped anywhere on the page or pasted into it, as long as the component is mounted: a file
 * that misses its target would otherwise replace the page. Says whether one is being dragged over the page.
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
        // From one element of the page to the next there is somewhere it goes.
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
        // Office programs copy text together with a picture of it.
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
  /** What the button says that opens the files of the device. */
  label: string;
  /** Which camera a phone is asked for. */
  camera: 'user' | 'environment';
  onChoose: (file: File) => void;
  isDisabled?: boolean;
  /** What was chosen, or what there was before. */
  children: ReactNode;
}

/** A place for one picture: chosen, dropped, pasted or, on a phone, taken with the camera. */
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
        {/* A phone has a camera and nothing to drop; a desk has it the other way round. */}
        <span className="hidden pointer-coarse:block">
          <Button variant="secondary" disabled={isDisabled} onClick={() => shutter.current?.click()}>
            <Camera aria-hidden="true" className="size-5" />
            Take a photo
          </Button>
        </span>
      </div>
      <p className="text-sm text-ink-soft pointer-coarse:hidden">or drop one here, or paste it</p>
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

// Opened by the buttons, which are what everybody sees and reaches.
function FileInput({ ref, accept, capture, onChoose }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept}
      capture={capture}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        // The same file can then be chosen once more.
        currentTarget.value = '';
        if (file !== undefined) onChoose(file);
      }}
    />
  );
}
