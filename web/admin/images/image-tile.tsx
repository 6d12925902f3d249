import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripHorizontal, RotateCw, Trash2 } from 'lucide-react';
import { ProgressBar, Spinner } from '#web/ui/loading.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { ImageSlot } from './image-store.ts';

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

export function ImageTile(props: ImageTileProps) {
  const { slot, number, total, onEnlarge, onRetry, onRemove } = props;
  const sortable = useSortable({ id: slot.id, disabled: total === 1 });
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition } = sortable;
  const isFailed = slot.state === 'failed';
  const name = total === 1 ? 'the image' : `image ${number}`;
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
              className="block size-full object-contain"
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
            Main image
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
