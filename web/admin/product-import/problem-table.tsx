import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ProductImport } from '#contract/product-import.ts';
import { productColumns } from '#contract/rules/product-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { saveCsv } from '#web/ui/save-file.ts';
import { Table } from '#web/ui/table.tsx';
import { csvText } from './csv-text.ts';
import { ImportCard } from './import-card.tsx';

const pageSize = 20;
/** As many as the shop keeps. */
const maximumProblems = 500;
const columns = [{ title: 'Line', isNumber: true }, { title: 'Column' }, { title: 'Reason' }];

/** What is wrong with a file, line by line. */
export function ProblemTable({ found }: { found: ProductImport }) {
  const { fileName, status } = found;
  const [page, goTo] = useState(1);
  // The shop finds some kinds earlier than others; what came up at the end of an import stands first.
  const problems =
    status === 'CHECKED' ? found.problems.toSorted((one, other) => one.line - other.line) : found.problems;
  const numbered = problems.map((problem, number) => ({ ...problem, number }));
  const first = (page - 1) * pageSize;
  const save = () => {
    const rows = problems.map(({ line, column, message }) => [line, column, message]);
    saveCsv(csvText([['line', 'column', 'reason'], ...rows]), `${withoutEnding(fileName)} - problems.csv`);
  };
  return (
    <ImportCard title={status === 'APPLIED' ? 'What was left out' : 'What is wrong'}>
      <div className="mt-1 mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-ink-soft">
          {problems.length >= maximumProblems ? `The first ${maximumProblems} problems. ` : ''}
          Lines are counted as a text editor counts them.
        </p>
        <Button variant="secondary" onClick={save}>
          <Download aria-hidden="true" className="size-5" />
          Download problems as CSV
        </Button>
      </div>
      <Table label="Problems" columns={columns}>
        {numbered.slice(first, first + pageSize).map(({ number, line, column, message }) => (
          <tr key={number}>
            <td className="number">{line}</td>
            <td className={isKnown(column) ? 'whitespace-nowrap' : 'wrap-anywhere'}>
              {column === '' ? 'the row' : column}
            </td>
            <td className="wrap-anywhere">{message}</td>
          </tr>
        ))}
      </Table>
      <Pager label="Problems" page={page} totalPage={Math.ceil(problems.length / pageSize)} onChoose={goTo} />
    </ImportCard>
  );
}

/** A column of ours, or none; anything else may be as long as a heading of the file. */
function isKnown(column: string): boolean {
  return column === '' || productColumns.some((known) => known === column);
}

function withoutEnding(fileName: string): string {
  return fileName.replace(/\.\w+$/, '');
}
