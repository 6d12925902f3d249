import type { Ref } from 'react';
import type { ProductImport } from '#contract/product-import.ts';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { countText } from './count-text.ts';
import { ImportCard } from './import-card.tsx';

interface ImportProgressProps {
  running: ProductImport;
  headingRef: Ref<HTMLHeadingElement>;
  /** The shop could not be asked how far it is. */
  isOutOfReach: boolean;
}

/** A file that is being applied. */
export function ImportProgress({ running, headingRef, isOutOfReach }: ImportProgressProps) {
  const { fileName, toCreate, toUpdate, done } = running;
  const total = toCreate + toUpdate;
  return (
    <ImportCard title={`Applying ${fileName}`} headingRef={headingRef} isBusy>
      <p className="mt-1 mb-4 text-ink-soft">
        You may leave this page: the shop goes on, and everything changes at once when all of it is done.
      </p>
      <ProgressBar label={`Applying ${fileName}`} share={total === 0 ? 0 : done / total} />
      <p className="mt-2 tabular-nums">
        {done === 0
          ? 'It begins in a moment …'
          : `${done.toLocaleString('en-IN')} of ${countText(total, 'product')}`}
      </p>
      <p role="status" className="mt-2 text-sm text-ink-soft">
        {isOutOfReach && 'The shop cannot be reached to see how far it is. This page keeps asking.'}
      </p>
    </ImportCard>
  );
}
