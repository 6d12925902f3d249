import { Images } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useCatalogueInvalidation } from '#web/admin/catalogue-queries.ts';
import { PageHeading, RowsDownload, staffMeta, Thumbnail } from '#web/admin/page-parts.tsx';
import { countText, ImportCard } from '#web/admin/product-import/import-card.tsx';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { useFileDrop } from '#web/ui/image-dropzone.tsx';
import { ProgressBar } from '#web/ui/loading.tsx';
import { FileDropzone } from './file-dropzone.tsx';
import {
  leftOutTexts,
  productsText,
  type Report,
  toPictureRows,
  type Uploaded,
  usePictures,
} from './use-pictures.ts';

const accepted = '.zip,application/zip,image/*';
const shownFirst = 50;

export const meta = staffMeta('Upload pictures');

/** `/dashboard/product-import/pictures`: pictures of many products at once. */
export default function PicturesPage() {
  const pictures = usePictures();
  const { step, problem, choose } = pictures;
  const picker = useRef<HTMLInputElement>(null);
  const isTaking = step.kind !== 'reading' && step.kind !== 'applying';
  const { isDraggedOver } = useFileDrop((files) => {
    if (isTaking) void choose(files);
  });
  useLeaveWarning(step.kind === 'applying');
  const { changed } = useCatalogueInvalidation();
  const heading = useRef<HTMLHeadingElement>(null);
  const { kind } = step;
  useEffect(() => {
    if (kind !== 'start') heading.current?.focus();
    if (kind === 'done') changed();
  }, [kind, changed]);
  const onChoose = () => picker.current?.click();
  return (
    <>
      <PageHeading title="Upload pictures" />
      <div className="space-y-4">
        <FormAlert>{problem}</FormAlert>
        {step.kind === 'start' && (
          <FileDropzone
            Icon={Images}
            title="Pictures of many products at once"
            buttonLabel="Choose files"
            hint="or drop them here"
            isDraggedOver={isDraggedOver}
            onChoose={onChoose}
          >
            Choose a ZIP file or many pictures. You see which product each of them belongs to before anything
            is saved.
          </FileDropzone>
        )}
        {step.kind === 'reading' && (
          <ImportCard title="Reading the files…" headingRef={heading} isBusy>
            <p role="status" className="mt-1 text-ink-soft">
              {step.count === 0
                ? 'Opening.'
                : `Looking for the products of ${countText(step.count, 'picture')}.`}
            </p>
          </ImportCard>
        )}
        {step.kind === 'review' && (
          <ImportCard title="Check what will be uploaded" headingRef={heading}>
            <ReportView report={step.report} />
            <ReviewActions report={step.report} onApply={pictures.apply} onChoose={onChoose} />
          </ImportCard>
        )}
        {step.kind === 'applying' && (
          <ImportCard title="Uploading pictures" headingRef={heading} isBusy>
            <div className="mt-3">
              <ProgressBar
                label="Pictures uploaded"
                share={step.progress.done / Math.max(1, step.progress.total)}
              />
            </div>
            <p role="status" className="mt-2 min-h-6 tabular-nums">
              {`${step.progress.done.toLocaleString('en-IN')} of ${countText(step.progress.total, 'picture')}`}
              {step.progress.isWaiting && '. Waiting for the server…'}
            </p>
            <p className="mt-1 text-sm text-ink-soft">Keep this page open. You can stop and go on later.</p>
            <Button variant="secondary" className="mt-4" isBusy={step.isStopping} onClick={pictures.stop}>
              Stop
            </Button>
          </ImportCard>
        )}
        {step.kind === 'done' && (
          <ImportCard title={step.isStopped ? 'Stopped' : 'Pictures uploaded'} headingRef={heading}>
            <Counts
              counts={[
                ['Uploaded', step.progress.uploaded],
                ['Already there', step.progress.known],
                ['Changed products', step.progress.changedProducts],
                ['Failed', step.progress.problems.length],
              ]}
            />
            <Listed
              title="Failed"
              items={step.progress.problems.map(({ path, text }) => ({ path, note: text }))}
            />
            <div className="mt-5 flex flex-wrap gap-3">
              {(step.isStopped || step.progress.problems.length > 0) && (
                <Button onClick={pictures.again}>{step.isStopped ? 'Go on' : 'Try again'}</Button>
              )}
              <DownloadReport
                report={step.report}
                uploaded={{ ...step.progress, isStopped: step.isStopped }}
              />
              <Button variant="secondary" onClick={onChoose}>
                Choose other files
              </Button>
            </div>
          </ImportCard>
        )}
        {step.kind === 'start' && <Guide />}
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={accepted}
        aria-label="Pictures or ZIP files"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Allows the same files to be chosen again.
          currentTarget.value = '';
          if (files.length > 0) void choose(files);
        }}
      />
    </>
  );
}

const rules = [
  'The name of a file names its product: the SKU, the barcode, or the name with or without the unit: FR-0042.jpg, 8901030865275.png, Alphonso Mango 500 g.webp.',
  'Several pictures of a product have a number at the end, in their order: FR-0042-1.jpg, FR-0042-2.jpg. Capitals and folders do not matter.',
  'JPEG, PNG, WebP and AVIF, and what else your browser can show, at most 25 MB each. They are scaled down before the upload.',
  'A stopped upload goes on when you choose the same files again: pictures that a product has already are not sent again.',
];

function Guide() {
  return (
    <ImportCard title="File names">
      <ul className="mt-2 list-disc space-y-1 pl-5 text-sm">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <p className="mt-4 text-sm">
        <Link to="/dashboard/product-import" className="font-semibold text-leaf underline underline-offset-4">
          Import products from a CSV file
        </Link>
      </p>
    </ImportCard>
  );
}

interface ReviewActionsProps {
  report: Report;
  onApply: (mode: 'add' | 'replace') => void;
  onChoose: () => void;
}

function ReviewActions({ report, onApply, onChoose }: ReviewActionsProps) {
  const [mode, setMode] = useState<'add' | 'replace'>('add');
  const count = report.matched.reduce((sum, { files }) => sum + files.length, 0);
  return (
    <div className="mt-5 flex flex-wrap items-end gap-3">
      {count > 0 && (
        <>
          <div className="w-72 max-w-full">
            <SelectField
              label="Current pictures of these products"
              value={mode}
              onChange={({ target }) => setMode(target.value === 'replace' ? 'replace' : 'add')}
              choices={[
                ['add', 'Keep, and add the new ones after them'],
                ['replace', 'Replace them with the new ones'],
              ]}
            />
          </div>
          <Button onClick={() => onApply(mode)}>{`Upload ${countText(count, 'picture')}`}</Button>
        </>
      )}
      <DownloadReport report={report} uploaded={null} />
      <Button variant="secondary" onClick={onChoose}>
        Choose other files
      </Button>
    </div>
  );
}

function DownloadReport({ report, uploaded }: { report: Report; uploaded: Uploaded | null }) {
  return (
    <RowsDownload label="Download report as" name="pictures" toRows={() => toPictureRows(report, uploaded)} />
  );
}

function ReportView({ report: { matched, ambiguous, unknown, tooMany, leftOut } }: { report: Report }) {
  const count = matched.reduce((sum, { files }) => sum + files.length, 0);
  return (
    <>
      <Counts
        counts={[
          ['Pictures with a product', count],
          ['Products', matched.length],
          ['Without a product', unknown.length + ambiguous.length],
          ['Left out', leftOut.length + tooMany.length],
        ]}
      />
      <Listed
        title="Several products fit"
        items={ambiguous.map(({ path, products }) => ({
          path,
          note: productsText(products.slice(0, 5)),
        }))}
      />
      <Listed title="No product has this SKU, barcode or name" items={unknown.map((path) => ({ path }))} />
      <Listed title="More than 12 pictures of one product" items={tooMany.map((path) => ({ path }))} />
      <Listed
        title="Left out"
        items={leftOut.map(({ path, problem }) => ({ path, note: leftOutTexts[problem] }))}
      />
      {matched.length > 0 && (
        <Section title={`Matched: ${countText(matched.length, 'product')}`}>
          {matched.slice(0, shownFirst).map(({ product, files }) => (
            <li key={product._id} className="flex min-w-0 items-center gap-3 py-2">
              <Thumbnail
                src={product.image[0] ?? ''}
                sizes="2.75rem"
                className="size-11 flex-none rounded-md"
              />
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{product.name}</span>
                <span className="block text-ink-soft wrap-anywhere">
                  {product.unit}: {files.map(({ path }) => path).join(', ')}
                </span>
              </span>
            </li>
          ))}
          {matched.length > shownFirst && <li className="py-2">and {matched.length - shownFirst} more</li>}
        </Section>
      )}
    </>
  );
}

function Listed({ title, items }: { title: string; items: readonly { path: string; note?: string }[] }) {
  if (items.length === 0) return null;
  return (
    <Section title={`${title}: ${items.length.toLocaleString('en-IN')}`}>
      {items.slice(0, shownFirst).map(({ path, note }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a path can occur twice, and the list does not change.
        <li key={`${index} ${path}`} className="py-1.5 wrap-anywhere">
          {path}
          {note !== undefined && <span className="block text-ink-soft">{note}</span>}
        </li>
      ))}
      {items.length > shownFirst && <li className="py-1.5">and {items.length - shownFirst} more</li>}
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-4 text-sm">
      <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
      <ul className="divide-y divide-line">{children}</ul>
    </section>
  );
}

function Counts({ counts }: { counts: readonly (readonly [label: string, count: number])[] }) {
  return (
    <dl className="mt-4 grid grid-cols-2 gap-2 sm:gap-3 xl:grid-cols-4">
      {counts.map(([label, count]) => (
        <div key={label} className="flex flex-col-reverse justify-end rounded-md bg-sunken px-4 py-3">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="text-lg font-bold tabular-nums">{count.toLocaleString('en-IN')}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The browser asks before the page is closed. */
function useLeaveWarning(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isBusy]);
}
