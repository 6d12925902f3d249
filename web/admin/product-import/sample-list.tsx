import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import type { ProductImport } from '#contract/product-import.ts';
import { Chip } from '#web/ui/chip.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { ImportCard } from './import-card.tsx';

type Sample = ProductImport['samples'][number];

const pageSize = 10;

/** What a file would change: the first products of it, each with its values before and after. */
export function SampleList({ found }: { found: ProductImport }) {
  const { samples, toCreate, toUpdate } = found;
  const [page, goTo] = useState(1);
  const first = (page - 1) * pageSize;
  return (
    <ImportCard title="What would change">
      {samples.length < toCreate + toUpdate && (
        <p className="mt-1 text-sm text-ink-soft">
          The first {samples.length} of {(toCreate + toUpdate).toLocaleString('en-IN')}.
        </p>
      )}
      <ul className="mt-2 divide-y divide-line">
        {samples.slice(first, first + pageSize).map((sample) => (
          <SampleRow key={sample.line} sample={sample} />
        ))}
      </ul>
      <Pager
        label="What would change"
        page={page}
        totalPage={Math.ceil(samples.length / pageSize)}
        onChoose={goTo}
      />
    </ImportCard>
  );
}

function SampleRow({ sample: { line, name, action, changes } }: { sample: Sample }) {
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
  if (text === '') return <span className="text-ink-soft italic">nothing</span>;
  const Mark = isOld ? 'del' : 'ins';
  const tone = isOld ? 'text-ink-soft line-through' : 'font-semibold no-underline';
  return <Mark className={`min-w-0 whitespace-pre-line wrap-anywhere ${tone}`}>{text}</Mark>;
}
