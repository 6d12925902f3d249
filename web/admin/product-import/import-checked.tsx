import type { Ref } from 'react';
import type { ProductImport } from '#contract/product-import.ts';
import { formatMoment } from '#web/moment.ts';
import { Button } from '#web/ui/button.tsx';
import { FormProblem } from '../form-problem.tsx';
import { countText } from './count-text.ts';
import { ImportCard } from './import-card.tsx';
import { ImportCounts } from './import-counts.tsx';
import { ProblemTable } from './problem-table.tsx';
import { SampleList } from './sample-list.tsx';
import { useApplying } from './use-import.ts';

interface ImportCheckedProps {
  checked: ProductImport;
  headingRef: Ref<HTMLHeadingElement>;
  onChooseOther: () => void;
}

/** What a file would change and what is wrong with it: read, before anything happens. */
export function ImportChecked({ checked, headingRef, onChooseOther }: ImportCheckedProps) {
  const { fileName, createdAt, rows, encoding, toCreate, toUpdate, badRows, problems, samples } = checked;
  const applying = useApplying(checked._id);
  const changes = checked.isBroken ? 0 : toCreate + toUpdate;
  const hasBadRows = badRows > 0;
  return (
    <div className="space-y-4">
      <ImportCard title={fileName} headingRef={headingRef}>
        <p className="mt-1 text-sm text-ink-soft tabular-nums">
          {checked.isBroken ? 'Checked' : `${countText(rows, 'row')}, checked`} {formatMoment(createdAt)}
        </p>
        {!checked.isBroken && <ImportCounts counted={checked} />}
        <p className="mt-4">{verdictOn(checked, changes)}</p>
        {encoding === 'Windows-1252' && (
          <p className="mt-3 rounded-md bg-marigold-soft px-4 py-3 text-sm">
            The file is not UTF-8, so its letters were read as Windows-1252. If names look wrong below, save
            it as ‘CSV UTF-8’ and choose it again.
          </p>
        )}
        <div className="mt-5 flex flex-wrap gap-3">
          {changes > 0 && !hasBadRows && (
            <Button isBusy={applying.isPending} onClick={() => applying.mutate(false)}>
              Apply {countText(changes, 'change')}
            </Button>
          )}
          <Button variant={changes > 0 && !hasBadRows ? 'quiet' : 'primary'} onClick={onChooseOther}>
            {hasBadRows || checked.isBroken ? 'Choose the mended file' : 'Choose another file'}
          </Button>
          {changes > 0 && hasBadRows && (
            <Button
              variant="secondary"
              className="py-2"
              isBusy={applying.isPending}
              onClick={() => applying.mutate(true)}
            >
              Leave out bad rows and apply {countText(changes, 'change')}
            </Button>
          )}
        </div>
        <div className="mt-4 empty:hidden">
          <FormProblem text={applying.error?.message ?? ''} />
        </div>
      </ImportCard>
      {problems.length > 0 && <ProblemTable found={checked} />}
      {samples.length > 0 && <SampleList found={checked} />}
    </div>
  );
}

function verdictOn({ isBroken, badRows }: ProductImport, changes: number): string {
  if (isBroken) return 'This file cannot be read as a whole, so nothing of it can be applied.';
  if (badRows === 0 && changes === 0) return 'The shop has all of this already. There is nothing to apply.';
  if (badRows === 0) return 'Every row can be taken in. Nothing has changed yet.';
  const bad = countText(badRows, 'row');
  if (changes === 0) return `${bad} cannot be taken in, and the others change nothing.`;
  return `${bad} cannot be taken in. Mend the file and choose it again, or leave them out. Nothing has changed yet.`;
}
