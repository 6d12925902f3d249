import { X } from 'lucide-react';
import { Button, IconButton } from '#web/ui/button.tsx';
import { mostSelected } from './selection.ts';

interface SelectionBarProps {
  count: number;
  /** How many are found in all. */
  totalCount: number;
  /** Everything on the page is chosen, so that somebody may want the rest, too. */
  isPageChosen: boolean;
  isReadingAll: boolean;
  onChooseAll: () => void;
  onChange: () => void;
  onClear: () => void;
}

/** What can be done with the products that are chosen; stays in view at the lower edge. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, totalCount, isPageChosen, isReadingAll, onChooseAll, onChange, onClear } = props;
  const reachable = Math.min(totalCount, mostSelected);
  return (
    <section
      aria-label="Chosen products"
      className="sticky bottom-[calc(var(--bottom-bar-height)+0.75rem)] z-10 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-leaf bg-surface py-2 pr-2 pl-4 shadow-floating md:bottom-4"
    >
      <p role="status" className="font-semibold tabular-nums">
        {`${count.toLocaleString('en-IN')} chosen`}
      </p>
      {isPageChosen && count < reachable && (
        <Button variant="quiet" isBusy={isReadingAll} onClick={onChooseAll}>
          {totalCount > reachable
            ? `Choose the first ${reachable} of ${totalCount.toLocaleString('en-IN')}`
            : `Choose all ${reachable} found`}
        </Button>
      )}
      <div className="ml-auto flex gap-2">
        <Button onClick={onChange}>Change …</Button>
        <IconButton label="Choose none" onClick={onClear}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
    </section>
  );
}
