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
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripHorizontal, ImageUp, RotateCw, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { uploadTypes } from '#contract/images/image.ts';
import { Button } from '#web/ui/button.tsx';
import { useFileDrop } from '#web/ui/image-dropzone.tsx';
import { ProgressBar, Spinner } from '#web/ui/loading.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { ImageSlot, ImageStore } from './image-store.ts';
import { Lightbox } from './lightbox.tsx';
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
    'Press Space to pick up the picture, the arrow keys to move it, Space to drop it, or Escape to cancel.',
};

function announcementsOf(slots: readonly ImageSlot[]): Announcements {
  const numberOf = (id: UniqueIdentifier) => slots.findIndex((slot) => slot.id === id) + 1;
  const place = (id: UniqueIdentifier) => `${numberOf(id)} of ${slots.length}`;
  return {
    onDragStart: ({ active }) => `Picture ${numberOf(active.id)} picked up.`,
    onDragOver: ({ active, over }) => {
      if (over === null) return undefined;
      return over.id === active.id
        ? `Picture at its original position, ${place(over.id)}.`
        : `Picture at position ${place(over.id)}.`;
    },
    onDragEnd: ({ over }) => (over === null ? undefined : `Picture dropped at position ${place(over.id)}.`),
    onDragCancel: ({ active }) => `Picture back at position ${place(active.id)}.`,
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
 * own progress bar and error. The form around the field is submitted when the uploads have ended.
 */
export function ImageField(props: ImageFieldProps) {
  const { label, images, subject, name, isDisabled = false, hint, error } = props;
  const { actions, slots, urls, maximum, notice } = images;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLFieldSetElement>(null);
  const isSubmitWaiting = useSubmitAfterUpload(field, images.isUploading);
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const { isDraggedOver } = useFileDrop((files) => {
    if (!isDisabled) actions.add(files);
  });
  const note = error ?? hint;
  const isFull = maximum > 1 && slots.length >= maximum;
  const verb = maximum > 1 ? 'Add pictures' : slots.length > 0 ? 'Choose another' : 'Choose a picture';

  return (
    <fieldset ref={field} data-invalid={error !== undefined}>
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
            aria-describedby={note === undefined ? undefined : `${id}-note`}
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
        {isSubmitWaiting ? 'It is saved when the upload has finished.' : notice}
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

const actionClass =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-md text-[0.875rem] font-semibold hover:bg-sunken';

interface ImageTileProps {
  slot: ImageSlot;
  /** Position, starting at 1. */
  number: number;
  total: number;

  onEnlarge: (url: string) => void;
  onRetry: () => void;
  onRemove: () => void;
}

function ImageTile(props: ImageTileProps) {
  const { slot, number, total, onEnlarge, onRetry, onRemove } = props;
  const sortable = useSortable({ id: slot.id, disabled: total === 1 });
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition } = sortable;
  const isFailed = slot.state === 'failed';
  const name = total === 1 ? 'the picture' : `picture ${number}`;
  return (
    <li
      ref={setNodeRef}
      {...listeners}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`relative flex max-w-48 flex-col rounded-md border bg-surface ${isFailed ? 'border-danger' : 'border-line'} ${sortable.isDragging ? 'z-10 shadow-floating' : ''}`}
    >
      <div className={`relative aspect-square p-2 ${isFailed ? 'empty:hidden' : ''}`}>
        {slot.state === 'uploaded' ? (
          <button
            type="button"
            aria-label={`Enlarge ${name}`}
            onClick={() => onEnlarge(slot.url)}
            className="block size-full cursor-zoom-in rounded-md"
          >
            <Picture
              src={slot.url}
              alt=""
              width={160}
              height={160}
              sizes="9rem"
              // A dark logo without a background is seen in the dark theme, too.
              className="block size-full rounded-sm bg-[light-dark(transparent,#fff)] object-contain"
              isEager
            />
          </button>
        ) : (
          slot.preview !== undefined && (
            <img
              src={slot.preview}
              alt=""
              className="size-full object-contain opacity-60"
              draggable={false}
            />
          )
        )}
        {slot.state === 'uploading' && (
          <div className="absolute inset-0 flex flex-col items-center justify-end gap-6 p-3 text-leaf">
            <Spinner label={`Uploading ${name}`} />
            <ProgressBar label={`Uploading ${name}`} share={slot.share ?? 0} />
          </div>
        )}
        {number === 1 && total > 1 && slot.state === 'uploaded' && (
          <span className="pointer-events-none absolute bottom-1.5 left-1.5 rounded-sm bg-leaf-soft px-2 text-[0.75rem] font-semibold text-leaf">
            Main picture
          </span>
        )}
      </div>
      {slot.state === 'failed' && (
        <p role="alert" className="px-2 pt-2 text-sm font-medium wrap-anywhere text-danger">
          <span className="line-clamp-1">{slot.file.name}</span>
          {slot.problem}
        </p>
      )}
      <div className="mt-auto flex flex-wrap items-center">
        {total > 1 && (
          <button
            type="button"
            ref={setActivatorNodeRef}
            {...attributes}
            aria-label={`Move ${name}`}
            // A touch on the handle moves the image; elsewhere it scrolls the page.
            className={`${actionClass} cursor-grab touch-none`}
          >
            <GripHorizontal aria-hidden="true" className="size-5" />
          </button>
        )}
        {slot.state === 'failed' && slot.canRetry && (
          <button type="button" onClick={onRetry} className={`${actionClass} px-2 text-leaf`}>
            <RotateCw aria-hidden="true" className="size-4" />
            Try again
          </button>
        )}
        <button
          type="button"
          aria-label={`Delete ${name}`}
          title="Delete"
          onClick={onRemove}
          className={`${actionClass} ml-auto`}
        >
          <Trash2 aria-hidden="true" className="size-5" />
        </button>
      </div>
    </li>
  );
}

/** Forms whose submission waits for an upload. */
const waiting = new WeakSet<HTMLFormElement>();

/**
 * Holds a submission of the form around an element while an image uploads, and submits the form when the upload has
 * ended, also without success: the form then says why. Returns whether a submission waits.
 */
function useSubmitAfterUpload(element: RefObject<HTMLElement | null>, isUploading: boolean): boolean {
  const [isWaiting, setIsWaiting] = useState(false);
  useEffect(() => {
    const form = element.current?.closest('form');
    if (!isUploading || !form) return;
    const hold = (event: SubmitEvent) => {
      event.preventDefault();
      // React listens at the root of the page.
      event.stopImmediatePropagation();
      waiting.add(form);
      setIsWaiting(true);
    };
    form.addEventListener('submit', hold);
    return () => {
      form.removeEventListener('submit', hold);
      setIsWaiting(false);
      // After the effects of the form, which take over the image. Once, also where two images have ended together.
      setTimeout(() => {
        if (waiting.delete(form) && form.isConnected) form.requestSubmit();
      });
    };
  }, [element, isUploading]);
  return isWaiting;
}
