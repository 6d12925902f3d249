import { ArrowRight, CircleCheck, CircleX } from 'lucide-react';
import type { Ref } from 'react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ProductImport } from '#contract/product-import/product-import.ts';
import { Pagination, RowsDownload } from '#web/admin/page-parts.tsx';
import { numberCell, Table } from '#web/admin/table.tsx';
import { formatDateTime } from '#web/base/time.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ProgressBar } from '#web/ui/loading.tsx';
import { countText, ImportCard, ImportCounts } from './import-card.tsx';
import { useApplyImport } from './import-queries.ts';

interface ImportReviewProps {
  checked: ProductImport;
  headingRef: Ref<HTMLHeadingElement>;
  onChooseOther: () => void;
}

/** Review of a checked file before it is applied. */
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
        {checked.gstUnknown > 0 && (
          <p className="mt-3 rounded-md bg-marigold-soft px-4 py-3 text-sm">
            {countText(checked.gstUnknown, 'active product')} of this file would have no GST rate and would be
            sold without tax. Enter the rates in the column gst_rate, 0 for none.
          </p>
        )}
        {checked.repaired > 0 && (
          <p className="mt-3 rounded-md bg-marigold-soft px-4 py-3 text-sm">
            {countText(checked.repaired, 'cell')} of this file had characters that another program had read
            wrongly, such as Ã© for é. They are repaired; see the notes.
          </p>
        )}
        {encoding === 'Windows-1252' && (
          <p className="mt-3 rounded-md bg-marigold-soft px-4 py-3 text-sm">
            The file is not UTF-8 and was read as Windows-1252. If names look wrong below, save it as ‘CSV
            UTF-8’ and upload it again.
          </p>
        )}
        <div className="mt-5 flex flex-wrap gap-3">
          {changes > 0 && !hasBadRows && (
            <Button isBusy={applying.isPending} onClick={() => applying.mutate(false)}>
              Apply {countText(changes, 'change')}
            </Button>
          )}
          <Button variant={changes > 0 && !hasBadRows ? 'quiet' : 'primary'} onClick={onChooseOther}>
            {hasBadRows || checked.isBroken ? 'Upload corrected file' : 'Upload another file'}
          </Button>
          {changes > 0 && hasBadRows && (
            <Button
              variant="secondary"
              className="py-2"
              isBusy={applying.isPending}
              onClick={() => applying.mutate(true)}
            >
              Skip rows with errors and apply {countText(changes, 'change')}
            </Button>
          )}
        </div>
        <div className="mt-4 empty:hidden">
          <FormAlert>{applying.error?.message ?? ''}</FormAlert>
        </div>
      </ImportCard>
      {problems.length > 0 && <RowErrorTable found={checked} />}
      {checked.warnings.length > 0 && <WarningTable warnings={checked.warnings} />}
      {samples.length > 0 && <ChangePreview found={checked} />}
    </div>
  );
}

function reviewMessage({ isBroken, badRows }: ProductImport, changes: number): string {
  if (isBroken) return "We couldn't import this file.";
  if (badRows === 0 && changes === 0) return 'No changes: all products already have these values.';
  if (badRows === 0) return 'All rows are valid. Nothing has been changed yet.';
  const bad = countText(badRows, 'row');
  if (changes === 0) return `${bad} with errors, and no changes in the others.`;
  return `${bad} with errors. Correct the file and upload it again, or skip these rows. Nothing has been changed yet.`;
}

interface ImportProgressProps {
  running: ProductImport;
  headingRef: Ref<HTMLHeadingElement>;
  /** The last poll failed. */
  isOutOfReach: boolean;
}

/** Progress of an import. */
export function ImportProgress({ running, headingRef, isOutOfReach }: ImportProgressProps) {
  const { fileName, toCreate, toUpdate, done } = running;
  const total = toCreate + toUpdate;
  return (
    <ImportCard title={`Applying ${fileName}`} headingRef={headingRef} isBusy>
      <p className="mt-1 mb-4 text-ink-soft">
        You can leave this page. All changes become visible together when the import is done.
      </p>
      <ProgressBar label={`Applying ${fileName}`} share={total === 0 ? 0 : done / total} />
      <p className="mt-2 tabular-nums">
        {done === 0 ? 'Starting…' : `${done.toLocaleString('en-IN')} of ${countText(total, 'product')}`}
      </p>
      <p role="status" className="mt-2 text-sm text-ink-soft">
        {isOutOfReach && "Couldn't read the progress. Retrying…"}
      </p>
    </ImportCard>
  );
}

interface ImportResultProps {
  ended: ProductImport;
  headingRef: Ref<HTMLHeadingElement>;
  onChooseOther: () => void;
  /** Uploads the same file again; undefined if the page no longer has it. */
  onCheckAgain?: (() => void) | undefined;
}

/** Result of an import: all rows or none. */
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
    <ImportCard title={`${ended.fileName} imported`} headingRef={headingRef}>
      <p className="mt-2 flex items-center gap-2">
        <CircleCheck aria-hidden="true" className="size-5 flex-none text-leaf" />
        {countText(total, 'change')} applied.
      </p>
      <ImportCounts counted={ended} />
      <div className="mt-5 flex flex-wrap gap-3">
        <Link to="/dashboard/product" className={buttonClass()}>
          View products
        </Link>
        {ended.toCreate > 0 && (
          <Link to="/dashboard/product-import/pictures" className={buttonClass('secondary')}>
            Add their pictures
          </Link>
        )}
        <Button variant="quiet" onClick={onChooseOther}>
          Upload another file
        </Button>
      </div>
    </ImportCard>
  );
}

function Failed({ ended, headingRef, onChooseOther, onCheckAgain }: ImportResultProps) {
  return (
    <ImportCard title={`${ended.fileName} couldn't be imported`} headingRef={headingRef}>
      <p className="mt-3 flex gap-2 rounded-md bg-danger-soft px-4 py-3 text-danger">
        <CircleX aria-hidden="true" className="mt-0.5 size-5 flex-none" />
        <span className="min-w-0 wrap-anywhere">{ended.failure ?? 'No changes were made.'}</span>
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        {onCheckAgain !== undefined && <Button onClick={onCheckAgain}>Check the file again</Button>}
        <Button variant={onCheckAgain === undefined ? 'primary' : 'quiet'} onClick={onChooseOther}>
          Upload another file
        </Button>
      </div>
    </ImportCard>
  );
}

const problemsPerPage = 20;
/** The server stores no more than this. */
const maximumProblems = 500;
const columns = [{ title: 'Line', isNumber: true }, { title: 'Column and reason' }];

/** Errors by line. */
function RowErrorTable({ found }: { found: ProductImport }) {
  const { fileName, status } = found;
  // A check finds some kinds of errors before others. Errors found while applying come first.
  const problems =
    status === 'CHECKED' ? found.problems.toSorted((one, other) => one.line - other.line) : found.problems;
  return (
    <ImportCard title={status === 'APPLIED' ? 'Skipped rows' : 'Errors'}>
      <div className="mt-1 mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-ink-soft">
          {problems.length >= maximumProblems ? `The first ${maximumProblems} errors. ` : ''}
          Line numbers are those of a text editor.
        </p>
        <div className="flex flex-wrap gap-2">
          <RowsDownload
            label="Download errors as"
            name={`${withoutEnding(fileName)} - errors`}
            toRows={() => [
              ['line', 'column', 'reason'],
              ...problems.map(({ line, column, message }) => [line, column, message]),
            ]}
          />
        </div>
      </div>
      <ProblemTable label="Errors" problems={problems} />
    </ImportCard>
  );
}

/** Cells that were repaired, that a spreadsheet has probably changed, HSN codes that are none, surprising prices. */
function WarningTable({ warnings }: { warnings: ProductImport['warnings'] }) {
  return (
    <ImportCard title="Notes">
      <p className="mt-1 mb-4 text-sm text-ink-soft">
        {warnings.length >= maximumProblems ? `The first ${maximumProblems}. ` : ''}
        These cells look wrong, or damaged by another program. Check them before you apply the file.
      </p>
      <ProblemTable label="Notes" problems={warnings} />
    </ImportCard>
  );
}

interface ProblemTableProps {
  label: string;
  problems: ProductImport['problems'] | ProductImport['warnings'];
}

/** Each reason is below its column, because a phone has no width for a third column. */
function ProblemTable({ label, problems }: ProblemTableProps) {
  const [page, goTo] = useState(1);
  const first = (page - 1) * problemsPerPage;
  const numbered = problems.map((problem, number) => ({ ...problem, number }));
  return (
    <>
      <Table label={label} columns={columns}>
        {numbered.slice(first, first + problemsPerPage).map(({ number, line, column, message }) => (
          <tr key={number}>
            <td className={`${numberCell} align-top`}>{line}</td>
            <td className="wrap-anywhere">
              <strong className="font-semibold">{column === '' ? 'row' : column}</strong>
              <br />
              {message}
            </td>
          </tr>
        ))}
      </Table>
      <Pagination
        label={label}
        page={page}
        totalPage={Math.ceil(problems.length / problemsPerPage)}
        onChoose={goTo}
      />
    </>
  );
}

function withoutEnding(fileName: string): string {
  return fileName.replace(/\.\w+$/, '');
}

type Sample = ProductImport['samples'][number];

const changesPerPage = 10;

/** The first changed products, with old and new values. */
function ChangePreview({ found }: { found: ProductImport }) {
  const { samples, toCreate, toUpdate } = found;
  const [page, goTo] = useState(1);
  const first = (page - 1) * changesPerPage;
  return (
    <ImportCard title="Changes">
      {samples.length < toCreate + toUpdate && (
        <p className="mt-1 text-sm text-ink-soft">
          The first {samples.length} of {(toCreate + toUpdate).toLocaleString('en-IN')}.
        </p>
      )}
      <ul className="mt-2 divide-y divide-line">
        {samples.slice(first, first + changesPerPage).map((sample) => (
          <ChangePreviewRow key={sample.line} sample={sample} />
        ))}
      </ul>
      <Pagination
        label="Changes"
        page={page}
        totalPage={Math.ceil(samples.length / changesPerPage)}
        onChoose={goTo}
      />
    </ImportCard>
  );
}

function ChangePreviewRow({ sample: { line, name, action, changes } }: { sample: Sample }) {
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
        {action === 'create' && <Chip look="good">New</Chip>}
        <span className="text-sm text-ink-soft tabular-nums">line {line}</span>
      </p>
      {changes.length > 0 && (
        <dl className="mt-2 grid gap-y-1.5 text-sm">
          {changes.map(({ column, before, after }) => (
            <div key={column} className="grid gap-x-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
              <dt className="text-ink-soft">{column}</dt>
              <dd className="flex min-w-0 flex-wrap items-start gap-x-2">
                <Value text={before} isOld />
                <span className="flex min-w-0 gap-2">
                  <ArrowRight aria-label="becomes" className="mt-0.5 size-4 flex-none text-ink-soft" />
                  <Value text={after} />
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function Value({ text, isOld = false }: { text: string; isOld?: boolean }) {
  if (text === '') return <span className="text-ink-soft italic">empty</span>;
  const Mark = isOld ? 'del' : 'ins';
  const tone = isOld ? 'text-ink-soft line-through' : 'font-semibold no-underline';
  return <Mark className={`min-w-0 whitespace-pre-line wrap-anywhere ${tone}`}>{text}</Mark>;
}
