import { ImageUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { uploadTypes } from '#contract/rules/image.ts';
import { Button } from '#web/ui/button.tsx';
import { PictureViewer } from '#web/ui/picture-viewer.tsx';
import { useDroppedFiles } from '#web/ui/use-dropped-file.ts';
import './picture-field.css';
import { PictureList } from './picture-list.tsx';
import type { FieldPictures } from './use-pictures.ts';

interface PictureFieldProps {
  label: string;
  pictures: FieldPictures;
  /** What the pictures show, for those who do not see them. */
  subject: string;
  /** How the form finds it, for the focus. */
  name?: string | undefined;
  isDisabled?: boolean;
  hint?: string | undefined;
  error?: string | undefined;
}

/**
 * Pictures of a form: chosen, dropped or pasted, sent at once with a bar for each, enlarged, taken away and put into
 * order. What does not arrive says so in its own place and leaves the others alone.
 */
export function PictureField(props: PictureFieldProps) {
  const { label, pictures, subject, name, isDisabled = false, hint, error } = props;
  const { store, slots, urls, maximum, notice } = pictures;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const { isDraggedOver } = useDroppedFiles((files) => {
    if (!isDisabled) store.add(files);
  });
  const note = error ?? hint;
  const isFull = maximum > 1 && slots.length >= maximum;
  const verb = maximum > 1 ? 'Add pictures' : slots.length > 0 ? 'Choose another' : 'Choose a picture';

  return (
    <fieldset className="picture-field" aria-describedby={note === undefined ? undefined : `${id}-note`}>
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      <div
        className={`drop ${error === undefined ? '' : 'is-wrong'}`}
        data-dragged-over={isDraggedOver && !isDisabled}
      >
        {slots.length > 0 && (
          <PictureList
            slots={slots}
            store={store}
            subject={subject}
            onEnlarge={(url) => setEnlarged(urls.indexOf(url))}
            onRemoved={() => button.current?.focus()}
          />
        )}
        <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1">
          <Button
            ref={button}
            name={name}
            variant="secondary"
            disabled={isDisabled || isFull}
            onClick={() => input.current?.click()}
          >
            <ImageUp aria-hidden="true" className="size-5" />
            {verb}
          </Button>
          <p className="for-mouse text-sm text-ink-soft">
            {maximum > 1 ? 'or drop them here, or paste one' : 'or drop one here, or paste it'}
          </p>
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept={uploadTypes.join(',')}
          multiple={maximum > 1}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            // The same file can then be chosen once more.
            currentTarget.value = '';
            store.add(files);
          }}
        />
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {notice}
      </p>
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={`mt-1 text-sm ${error === undefined ? 'text-ink-soft' : 'text-danger'}`}
        >
          {note}
        </p>
      )}
      {enlarged !== null && (
        <PictureViewer urls={urls} first={enlarged} name={subject} onClose={() => setEnlarged(null)} />
      )}
    </fieldset>
  );
}
