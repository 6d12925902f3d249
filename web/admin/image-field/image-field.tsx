import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { ImageUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { uploadTypes } from '#contract/rules/image.ts';
import { Button } from '#web/ui/button.tsx';
import { useFileDrop } from '#web/ui/image-dropzone.tsx';
import { Lightbox } from '#web/ui/lightbox.tsx';
import type { ImageSlot, ImageStore } from './image-store.ts';
import { ImageTile } from './image-tile.tsx';
import './image-field.css';
import type { FieldImages } from './use-images.ts';

interface ImageListProps {
  slots: readonly ImageSlot[];
  store: ImageStore;
  subject: string;
  onEnlarge: (url: string) => void;
  /** Called after a removal, which also removed the focused button. */
  onRemoved: () => void;
}

/** Sortable images of a field: by dragging, or by keyboard on the handles. */
function ImageList({ slots, store, subject, onEnlarge, onRemoved }: ImageListProps) {
  const id = useId();
  const sensors = useSensors(
    // A click enlarges; a drag starts after 8 px.
    useSensor(PointerSensor, { activationConstraint: { distance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: announcementsOf(slots), screenReaderInstructions: instructions }}
      onDragEnd={({ active, over }) => {
        if (over !== null && over.id !== active.id) store.move(String(active.id), String(over.id));
      }}
    >
      <SortableContext items={slots.map((slot) => slot.id)} strategy={rectSortingStrategy}>
        <ul className="pictures">
          {slots.map((slot, index) => (
            <ImageTile
              key={slot.id}
              slot={slot}
              number={index + 1}
              total={slots.length}
              subject={subject}
              onEnlarge={onEnlarge}
              onRetry={() => store.retry(slot.id)}
              onRemove={() => {
                store.remove(slot.id);
                onRemoved();
              }}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

const instructions = {
  draggable:
    'Press Space to pick up the image, the arrow keys to move it, Space to drop it, or Escape to cancel.',
};

function announcementsOf(slots: readonly ImageSlot[]): Announcements {
  const numberOf = (id: UniqueIdentifier) => slots.findIndex((slot) => slot.id === id) + 1;
  const place = (id: UniqueIdentifier) => `${numberOf(id)} of ${slots.length}`;
  return {
    onDragStart: ({ active }) => `Image ${numberOf(active.id)} picked up.`,
    onDragOver: ({ active, over }) => {
      if (over === null) return undefined;
      return over.id === active.id
        ? `Image at its original position, ${place(over.id)}.`
        : `Image at position ${place(over.id)}.`;
    },
    onDragEnd: ({ over }) => (over === null ? undefined : `Image dropped at position ${place(over.id)}.`),
    onDragCancel: ({ active }) => `Image back at position ${place(active.id)}.`,
  };
}

interface ImageFieldProps {
  label: string;
  pictures: FieldImages;
  /** Alternative text of the images. */
  subject: string;
  /** Form field name, used to set the focus. */
  name?: string | undefined;
  isDisabled?: boolean;
  hint?: string | undefined;
  error?: string | undefined;
}

/**
 * Image upload field: choose, drop or paste files; enlarge, remove and reorder images. Each upload has its
 * own progress bar and error.
 */
export function ImageField(props: ImageFieldProps) {
  const { label, pictures, subject, name, isDisabled = false, hint, error } = props;
  const { store, slots, urls, maximum, notice } = pictures;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const { isDraggedOver } = useFileDrop((files) => {
    if (!isDisabled) store.add(files);
  });
  const note = error ?? hint;
  const isFull = maximum > 1 && slots.length >= maximum;
  const verb = maximum > 1 ? 'Add images' : slots.length > 0 ? 'Choose another' : 'Choose an image';

  return (
    <fieldset className="picture-field" aria-describedby={note === undefined ? undefined : `${id}-note`}>
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      <div
        className={`drop ${error === undefined ? '' : 'is-wrong'}`}
        data-dragged-over={isDraggedOver && !isDisabled}
      >
        {slots.length > 0 && (
          <ImageList
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
            // Allows the same file to be chosen again.
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
        <Lightbox urls={urls} first={enlarged} name={subject} onClose={() => setEnlarged(null)} />
      )}
    </fieldset>
  );
}
