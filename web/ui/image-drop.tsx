import { Camera, ImageUp } from 'lucide-react';
import { type ReactNode, type Ref, useRef } from 'react';
import { uploadTypes } from '#contract/rules/image.ts';
import { Button } from './button.tsx';
import { useDroppedFile } from './use-dropped-file.ts';

interface ImageDropProps {
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
export function ImageDrop({ label, camera, onChoose, isDisabled = false, children }: ImageDropProps) {
  const files = useRef<HTMLInputElement>(null);
  const shutter = useRef<HTMLInputElement>(null);
  const { isDraggedOver } = useDroppedFile((file) => {
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
