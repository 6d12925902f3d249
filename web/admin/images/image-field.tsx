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
import { uploadTypes } from '#contract/images/image.ts';
import { Button } from '#web/ui/button.tsx';
import { useFileDrop } from '#web/ui/image-dropzone.tsx';
import { Lightbox } from '#web/ui/lightbox.tsx';
import type { ImageSlot, ImageStore } from './image-store.ts';
import { ImageTile } from './image-tile.tsx';
import type { FieldImages } from './use-images.ts';

interface ImageListProps {
  slots: readonly ImageSlot[];
  actions: ImageStore;
  onEnlarge: (url: string) => void;
  /** Called after a removal, which also removed the focused button. */
  onRemoved: () => void;
}

/** Sortable images of a field: by dragging, or by keyboard on the handles. */
function ImageList({ slots, actions, onEnlarge, onRemoved }: ImageListProps) {
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
        if (over !== null && over.id !== active.id) actions.move(String(active.id), String(over.id));
      }}
    >
      <SortableContext items={slots.map((slot) => slot.id)} strategy={rectSortingStrategy}>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))] gap-3">
          {slots.map((slot, index) => (
            <ImageTile
              key={slot.id}
              slot={slot}
              number={index + 1}
              total={slots.length}
              onEnlarge={onEnlarge}
              onRetry={() => actions.retry(slot.id)}
              onRemove={() => {
                actions.remove(slot.id);
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
  images: FieldImages;
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
  const { label, images, subject, name, isDisabled = false, hint, error } = props;
  const { actions, slots, urls, maximum, notice } = images;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const { isDraggedOver } = useFileDrop((files) => {
    if (!isDisabled) actions.add(files);
  });
  const note = error ?? hint;
  const isFull = maximum > 1 && slots.length >= maximum;
  const verb = maximum > 1 ? 'Add images' : slots.length > 0 ? 'Choose another' : 'Choose an image';

  return (
    <fieldset aria-describedby={note === undefined ? undefined : `${id}-note`}>
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      <div
        className={`flex flex-col gap-4 rounded-lg border-2 border-dashed p-4 transition-[background-color] duration-(--brief) data-[dragged-over=true]:border-leaf data-[dragged-over=true]:bg-leaf-soft ${error === undefined ? 'border-line' : 'border-danger'}`}
        data-dragged-over={isDraggedOver && !isDisabled}
      >
        {slots.length > 0 && (
          <ImageList
            slots={slots}
            actions={actions}
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
          <p className="text-sm text-ink-soft pointer-coarse:hidden">
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
            actions.add(files);
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
