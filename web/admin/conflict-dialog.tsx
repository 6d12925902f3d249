import { formatDateTime } from '#web/base/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ChangeList } from './change-list.tsx';
import type { Conflict } from './conflict.ts';

interface ConflictDialogProps {
  /** Name of the record when the form was opened. */
  name: string;
  conflict: Conflict<unknown>;
  /** Discards the changes of this form. */
  onTakeTheirs: () => void;
  /** Saves the changes of this form on top of theirs. */
  onKeepMine: () => void;
  /** Returns to the form without a decision. */
  onClose: () => void;
}

/** Shows who changed the record, when and what, and asks whose changes to keep. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { name, conflict, onTakeTheirs, onKeepMine, onClose } = props;
  return (
    <Dialog
      title="Conflicting changes"
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
        <strong className="wrap-anywhere">{name}</strong> was changed after you opened it:
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
        Keep mine saves your changes on top of theirs. Take theirs discards your changes.
      </p>
    </Dialog>
  );
}
