import { formatDateTime } from '#web/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ChangeList } from './change-list.tsx';
import type { Conflict } from './conflict.ts';

interface ConflictDialogProps {
  /** As the thing was called when it was opened. */
  name: string;
  conflict: Conflict<unknown>;
  /** Gives up what one has changed oneself. */
  onTakeTheirs: () => void;
  /** Saves what one has changed oneself; the rest stays as they left it. */
  onKeepMine: () => void;
  /** Goes back to the form and decides nothing. */
  onClose: () => void;
}

/** Somebody else has changed the same thing: says who, when and what, and asks whose changes are to stay. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { name, conflict, onTakeTheirs, onKeepMine, onClose } = props;
  return (
    <Dialog
      title="Changed meanwhile"
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Button onClick={onKeepMine}>Keep mine</Button>
        </div>
      }
    >
      <p>
        <strong className="wrap-anywhere">{name}</strong> has been changed since you opened it:
      </p>
      {conflict.entries.map(({ _id, by, at, changes }) => (
        <section key={_id} className="mt-3 rounded-md border border-line bg-surface p-3">
          <h3 className="mb-2 text-sm text-ink-soft">
            <span className="font-semibold text-ink wrap-anywhere">{by.name}</span>, {formatDateTime(at)}
          </h3>
          <ChangeList changes={changes} />
        </section>
      ))}
      <p className="mt-4 text-sm text-ink-soft">
        Keep mine saves what you have changed, and leaves everything else as it is now. Take theirs gives up
        what you have changed.
      </p>
    </Dialog>
  );
}
