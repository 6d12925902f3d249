import { CircleCheck, CircleX } from 'lucide-react';
import type { Ref } from 'react';
import { Link } from 'react-router';
import type { ProductImport } from '#contract/product-import.ts';
import { FormAlert } from '#web/admin/load-error.tsx';
import { formatDateTime } from '#web/time.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ProgressBar } from '#web/ui/loading.tsx';
import { countText, ImportCard, ImportCounts } from './import-card.tsx';
import { ChangePreview, RowErrorTable } from './import-details.tsx';
import { useApplyImport } from './import-queries.ts';

interface ImportReviewProps {
  checked: ProductImport;
  headingRef: Ref<HTMLHeadingElement>;
  onChooseOther: () => void;
}

/** What a file would change and what is wrong with it: read, before anything happens. */
export function ImportReview({ checked, headingRef, onChooseOther }: ImportReviewProps) {
  const { fileName, createdAt, rows, encoding, toCreate, toUpdate, badRows, problems, samples } = checked;
  const applying = useApplyImport(checked._id);
  const changes = checked.isBroken ? 0 : toCreate + toUpdate;
  const hasBadRows = badRows > 0;
  return (
    <div className="space-y-4">
      <ImportCard title={fileName} headingRef={headingRef}>
        <p className="mt-1 text-sm text-ink-soft tabular-nums">
          {checked.isBroken ? 'Checked' : `${countText(rows, 'row')}, checked`} {formatDateTime(createdAt)}
        </p>
        {!checked.isBroken && <ImportCounts counted={checked} />}
        <p className="mt-4">{reviewMessage(checked, changes)}</p>
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
          <FormAlert text={applying.error?.message ?? ''} />
        </div>
      </ImportCard>
      {problems.length > 0 && <RowErrorTable found={checked} />}
      {samples.length > 0 && <ChangePreview found={checked} />}
    </div>
  );
}

function reviewMessage({ isBroken, badRows }: ProductImport, changes: number): string {
  if (isBroken) return 'This file cannot be read as a whole, so nothing of it can be applied.';
  if (badRows === 0 && changes === 0) return 'The shop has all of this already. There is nothing to apply.';
  if (badRows === 0) return 'Every row can be taken in. Nothing has changed yet.';
  const bad = countText(badRows, 'row');
  if (changes === 0) return `${bad} cannot be taken in, and the others change nothing.`;
  return `${bad} cannot be taken in. Mend the file and choose it again, or leave them out. Nothing has changed yet.`;
}

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

interface ImportResultProps {
  ended: ProductImport;
  headingRef: Ref<HTMLHeadingElement>;
  onChooseOther: () => void;
  /** Sends the very file once more; left out when this page does not have it any more. */
  onCheckAgain?: (() => void) | undefined;
}

/** What came of an import: all of it is in the shop, or nothing. */
export function ImportResult(props: ImportResultProps) {
  const { ended } = props;
  return (
    <div className="space-y-4">
      {ended.status === 'APPLIED' ? <Applied {...props} /> : <Failed {...props} />}
      {ended.problems.length > 0 && <RowErrorTable found={ended} />}
    </div>
  );
}

function Applied({ ended, headingRef, onChooseOther }: ImportResultProps) {
  const total = ended.toCreate + ended.toUpdate;
  return (
    <ImportCard title={`${ended.fileName} is applied`} headingRef={headingRef}>
      <p className="mt-2 flex items-center gap-2">
        <CircleCheck aria-hidden="true" className="size-5 flex-none text-leaf" />
        Shoppers see {countText(total, 'change')} from now on.
      </p>
      <ImportCounts counted={ended} />
      <div className="mt-5 flex flex-wrap gap-3">
        <Link to="/dashboard/product" className={buttonClass()}>
          See the products
        </Link>
        <Button variant="quiet" onClick={onChooseOther}>
          Choose another file
        </Button>
      </div>
    </ImportCard>
  );
}

function Failed({ ended, headingRef, onChooseOther, onCheckAgain }: ImportResultProps) {
  return (
    <ImportCard title={`${ended.fileName} could not be applied`} headingRef={headingRef}>
      <p className="mt-3 flex gap-2 rounded-md bg-danger-soft px-4 py-3 text-danger">
        <CircleX aria-hidden="true" className="mt-0.5 size-5 flex-none" />
        <span className="min-w-0 wrap-anywhere">{ended.failure ?? 'Nothing was applied.'}</span>
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        {onCheckAgain !== undefined && <Button onClick={onCheckAgain}>Check the file again</Button>}
        <Button variant={onCheckAgain === undefined ? 'primary' : 'quiet'} onClick={onChooseOther}>
          Choose another file
        </Button>
      </div>
    </ImportCard>
  );
}
