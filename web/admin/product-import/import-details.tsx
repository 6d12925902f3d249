import { ArrowRight, Download } from 'lucide-react';
import { useState } from 'react';
import { productColumns } from '#contract/product-import/product-file.ts';
import type { ProductImport } from '#contract/product-import/product-import.ts';
import { csvText } from '#web/admin/formats.ts';
import { Pagination } from '#web/admin/page-parts.tsx';
import { downloadCsv } from '#web/api/files.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { numberCell, Table } from '#web/ui/table.tsx';
import { ImportCard } from './import-card.tsx';

const rowErrorsPerPage = 20;
/** The server stores no more than this. */
const maximumProblems = 500;
const columns = [{ title: 'Line', isNumber: true }, { title: 'Column' }, { title: 'Reason' }];

/** Errors by line. */
export function RowErrorTable({ found }: { found: ProductImport }) {
  const { fileName, status } = found;
  const [page, goTo] = useState(1);
  // A check finds some kinds of errors before others. Errors found while applying come first.
  const problems =
    status === 'CHECKED' ? found.problems.toSorted((one, other) => one.line - other.line) : found.problems;
  const numbered = problems.map((problem, number) => ({ ...problem, number }));
  const first = (page - 1) * rowErrorsPerPage;
  const save = () => {
    const rows = problems.map(({ line, column, message }) => [line, column, message]);
    downloadCsv(csvText([['line', 'column', 'reason'], ...rows]), `${withoutEnding(fileName)} - errors.csv`);
  };
  return (
    <ImportCard title={status === 'APPLIED' ? 'Skipped rows' : 'Errors'}>
      <div className="mt-1 mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-ink-soft">
          {problems.length >= maximumProblems ? `The first ${maximumProblems} errors. ` : ''}
          Line numbers are those of a text editor.
        </p>
        <Button variant="secondary" onClick={save}>
          <Download aria-hidden="true" className="size-5" />
          Download errors as CSV
        </Button>
      </div>
      <Table label="Errors" columns={columns}>
        {numbered.slice(first, first + rowErrorsPerPage).map(({ number, line, column, message }) => (
          <tr key={number}>
            <td className={numberCell}>{line}</td>
            <td className={isKnown(column) ? 'whitespace-nowrap' : 'min-w-28 wrap-anywhere'}>
              {column === '' ? 'row' : column}
            </td>
            <td className="wrap-anywhere">{message}</td>
          </tr>
        ))}
      </Table>
      <Pagination
        label="Errors"
        page={page}
        totalPage={Math.ceil(problems.length / rowErrorsPerPage)}
        onChoose={goTo}
      />
    </ImportCard>
  );
}

/** A column of the format, or none; other names are headers of the file and may be long. */
function isKnown(column: string): boolean {
  return column === '' || productColumns.some((known) => known === column);
}

function withoutEnding(fileName: string): string {
  return fileName.replace(/\.\w+$/, '');
}

type Sample = ProductImport['samples'][number];

const changesPerPage = 10;

/** The first changed products, with old and new values. */
export function ChangePreview({ found }: { found: ProductImport }) {
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
