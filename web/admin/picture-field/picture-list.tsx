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
import { useId } from 'react';
import type { Slot } from './picture-slots.ts';
import type { PictureStore } from './picture-store.ts';
import { PictureTile } from './picture-tile.tsx';

interface PictureListProps {
  slots: readonly Slot[];
  store: PictureStore;
  subject: string;
  onEnlarge: (url: string) => void;
  /** A picture was taken away, and with it the button that had the focus. */
  onRemoved: () => void;
}

/** The pictures of a field, which are put into order by dragging, or with the keys on their handles. */
export function PictureList({ slots, store, subject, onEnlarge, onRemoved }: PictureListProps) {
  const id = useId();
  const sensors = useSensors(
    // A click enlarges; only who moves on drags.
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
            <PictureTile
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
    'Press Space to pick the picture up, the arrow keys to move it, Space to put it down, or Escape to leave it where it was.',
};

function announcementsOf(slots: readonly Slot[]): Announcements {
  const numberOf = (id: UniqueIdentifier) => slots.findIndex((slot) => slot.id === id) + 1;
  const place = (id: UniqueIdentifier) => `${numberOf(id)} of ${slots.length}`;
  return {
    onDragStart: ({ active }) => `Picture ${numberOf(active.id)} is picked up.`,
    onDragOver: ({ active, over }) => {
      if (over === null) return undefined;
      return over.id === active.id
        ? `The picture is over its own place, ${place(over.id)}.`
        : `The picture is over place ${place(over.id)}.`;
    },
    onDragEnd: ({ over }) =>
      over === null ? undefined : `The picture is put down at place ${place(over.id)}.`,
    onDragCancel: ({ active }) => `The picture is back at place ${place(active.id)}.`,
  };
}
