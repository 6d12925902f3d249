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
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface SortableItem {
  key: string;
  name: string;
}

interface SortableListProps<Item extends SortableItem> {
  label: string;
  items: readonly Item[];
  /** Receives the keys in the new order. */
  onSort: (keys: string[]) => void;
  children: (item: Item) => ReactNode;
}

/** A list whose items are moved by a handle: with the mouse, by touch, or with the keyboard. */
export function SortableList<Item extends SortableItem>(props: SortableListProps<Item>) {
  const { label, items, onSort, children } = props;
  const id = useId();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const keys = items.map(({ key }) => key);
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: announcementsOf(items), screenReaderInstructions: instructions }}
      onDragEnd={({ active, over }) => {
        if (over === null || over.id === active.id) return;
        onSort(arrayMove(keys, keys.indexOf(String(active.id)), keys.indexOf(String(over.id))));
      }}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ul aria-label={label} className="space-y-2">
          {items.map((item) => (
            <SortableRow key={item.key} item={item} isAlone={items.length === 1}>
              {children(item)}
            </SortableRow>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

interface SortableRowProps {
  item: SortableItem;
  isAlone: boolean;
  children: ReactNode;
}

function SortableRow({ item: { key, name }, isAlone, children }: SortableRowProps) {
  const sortable = useSortable({ id: key, disabled: isAlone });
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition } = sortable;
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`flex items-center gap-2 rounded-md border border-line bg-surface py-2 pr-3 ${isAlone ? 'pl-3' : 'pl-1'} ${sortable.isDragging ? 'relative z-10 shadow-floating' : ''}`}
    >
      {!isAlone && (
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={`Move ${name}`}
          // A touch on the handle moves the row; elsewhere it scrolls the page.
          className="grid size-11 flex-none cursor-grab touch-none place-items-center rounded-md text-ink-soft hover:bg-sunken"
        >
          <GripVertical aria-hidden="true" className="size-5" />
        </button>
      )}
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  );
}

const instructions = {
  draggable:
    'Press Space to pick up the row, the arrow keys to move it, Space to drop it, or Escape to cancel.',
};

function announcementsOf(items: readonly SortableItem[]): Announcements {
  const indexOf = (id: UniqueIdentifier) => items.findIndex(({ key }) => key === id);
  const nameOf = (id: UniqueIdentifier) => items[indexOf(id)]?.name ?? 'Row';
  const place = (id: UniqueIdentifier) => `position ${indexOf(id) + 1} of ${items.length}`;
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} picked up.`,
    onDragOver: ({ active, over }) =>
      over === null ? undefined : `${nameOf(active.id)} at ${place(over.id)}.`,
    onDragEnd: ({ active, over }) =>
      over === null ? undefined : `${nameOf(active.id)} dropped at ${place(over.id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} back at ${place(active.id)}.`,
  };
}
