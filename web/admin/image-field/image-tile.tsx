import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripHorizontal, RotateCw, Trash2 } from 'lucide-react';
import { ProgressBar, Spinner } from '#web/ui/loading.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { ImageSlot } from './image-store.ts';

interface ImageTileProps {
  slot: ImageSlot;
  /** Position, starting at 1. */
  number: number;
  total: number;
  subject: string;
  onEnlarge: (url: string) => void;
  onRetry: () => void;
  onRemove: () => void;
}

export function ImageTile(props: ImageTileProps) {
  const { slot, number, total, onEnlarge, onRetry, onRemove } = props;
  const sortable = useSortable({ id: slot.id, disabled: total === 1 });
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition } = sortable;
  const name = total === 1 ? 'the image' : `image ${number}`;
  return (
    <li
      ref={setNodeRef}
      {...listeners}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`picture-tile ${sortable.isDragging ? 'is-dragged' : ''} ${slot.state === 'failed' ? 'is-failed' : ''}`}
    >
      <div className="shown">
        {slot.state === 'there' ? (
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
        {slot.state === 'underway' && <Underway share={slot.share} name={name} />}
        {number === 1 && total > 1 && slot.state === 'there' && <span className="first">Main image</span>}
      </div>
      {slot.state === 'failed' && (
        <p role="alert" className="px-2 pt-2 text-sm font-medium wrap-anywhere text-danger">
          <span className="line-clamp-1">{slot.file.name}</span>
          {slot.problem}
        </p>
      )}
      <div className="actions">
        {total > 1 && (
          <button
            type="button"
            ref={setActivatorNodeRef}
            {...attributes}
            aria-label={`Move ${name}`}
            className="handle"
          >
            <GripHorizontal aria-hidden="true" className="size-5" />
          </button>
        )}
        {slot.state === 'failed' && slot.canRetry && (
          <button type="button" onClick={onRetry} className="retry">
            <RotateCw aria-hidden="true" className="size-4" />
            Try again
          </button>
        )}
        <button
          type="button"
          aria-label={`Delete ${name}`}
          title="Delete"
          onClick={onRemove}
          className="ml-auto"
        >
          <Trash2 aria-hidden="true" className="size-5" />
        </button>
      </div>
    </li>
  );
}

function Underway({ share, name }: { share: number | null; name: string }) {
  return (
    <div className="underway">
      <Spinner label={`Uploading ${name}`} />
      <ProgressBar label={`Uploading ${name}`} share={share ?? 0} />
    </div>
  );
}
