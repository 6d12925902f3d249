import { Download, FileUp, Images } from 'lucide-react';
import { type Ref, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { TableFormat } from '#contract/base/table-file.ts';
import { productExportPath } from '#contract/product-import/product-file.ts';
import type { ProductImport } from '#contract/product-import/product-import.ts';
import { useCatalogueInvalidation } from '#web/admin/catalogue-queries.ts';
import { Loaded, PageHeading, staffMeta } from '#web/admin/page-parts.tsx';
import { downloadFile, fetchFile } from '#web/api/files.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useSingleFileDrop } from '#web/ui/image-dropzone.tsx';
import { ProgressBar, Skeleton } from '#web/ui/loading.tsx';
import { ColumnGuide } from './column-guide.tsx';
import { type FileCheck, sizeText, useFileCheck } from './file-check.ts';
import { FileDropzone } from './file-dropzone.tsx';
import { ImportCard } from './import-card.tsx';
import {
  forgetImport,
  isNotFound,
  readLastImport,
  rememberImport,
  useCacheImport,
  useImport,
} from './import-queries.ts';
import { ImportProgress, ImportResult, ImportReview } from './import-result.tsx';

function useExport() {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  return {
    isBusy,
    problem,
    start: async (format: TableFormat) => {
      setIsBusy(true);
      setProblem('');
      const outcome = await fetchFile(`${productExportPath}?format=${format}`, `products.${format}`);
      setIsBusy(false);
      if (outcome.isOk) downloadFile(outcome.response.content, outcome.response.name);
      else setProblem(`Couldn't download the products. ${outcome.error.message}`);
    },
  };
}

type Reading = ReturnType<typeof useImport>;
type Stage = 'start' | 'sending' | 'gone' | 'loading' | 'out of reach' | ProductImport['status'];

/** Step of the import that the page shows. */
function stageOf(id: string | null, { share }: FileCheck, { data, error, isPending }: Reading): Stage {
  if (share !== null) return 'sending';
  if (id === null) return 'start';
  if (isNotFound(error)) return 'gone';
  if (data !== undefined) return data.status;
  return isPending ? 'loading' : 'out of reach';
}

interface ImportStageProps {
  stage: Stage;
  check: FileCheck;
  reading: Reading;
  headingRef: Ref<HTMLHeadingElement>;
  isDraggedOver: boolean;
  onChoose: () => void;
}

function ImportStage({ stage, check, reading, headingRef, isDraggedOver, onChoose }: ImportStageProps) {
  const { file, share } = check;
  const { data } = reading;
  if (stage === 'start') {
    return (
      <>
        <LastImportNote />
        <FileDropzone
          Icon={FileUp}
          title="Import products from a CSV file"
          buttonLabel="Choose a CSV file"
          hint="or drop one here"
          isDraggedOver={isDraggedOver}
          onChoose={onChoose}
          headingRef={headingRef}
        >
          The file is checked first. You review the changes before anything is saved.
        </FileDropzone>
        <ColumnGuide />
      </>
    );
  }
  if (stage === 'gone') {
    return (
      <EmptyState
        title="This import has expired"
        action={
          <Link to="/dashboard/product-import" className={buttonClass()}>
            Choose a file
          </Link>
        }
      >
        Checked files are deleted after a day.
      </EmptyState>
    );
  }
  if (stage === 'out of reach') {
    return <Loaded query={{ ...reading, data: undefined }} subject="the import" />;
  }
  if (stage === 'sending' && file !== null) {
    return <UploadProgress headingRef={headingRef} file={file} share={share ?? 0} onStop={check.stop} />;
  }
  if (data === undefined) return <Skeleton className="h-80 w-full rounded-lg" />;
  return (
    <div className={isDraggedOver ? 'rounded-lg outline-2 outline-offset-4 outline-leaf outline-dashed' : ''}>
      <ImportFound
        key={data._id}
        data={data}
        check={check}
        reading={reading}
        headingRef={headingRef}
        onChoose={onChoose}
      />
    </div>
  );
}

interface ImportFoundProps extends Pick<ImportStageProps, 'check' | 'reading' | 'headingRef' | 'onChoose'> {
  data: ProductImport;
}

function ImportFound({ data, check, reading, headingRef, onChoose }: ImportFoundProps) {
  if (data.status === 'CHECKED') {
    return <ImportReview checked={data} headingRef={headingRef} onChooseOther={onChoose} />;
  }
  if (data.status === 'APPLYING') {
    return <ImportProgress running={data} headingRef={headingRef} isOutOfReach={reading.isRefetchError} />;
  }
  return (
    <ImportResult
      ended={data}
      headingRef={headingRef}
      onChooseOther={onChoose}
      onCheckAgain={check.file === null ? undefined : check.again}
    />
  );
}

const acceptedFiles = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain';

export const meta = staffMeta('Import products');

/** `/dashboard/product-import`; `?id=` shows one import */
export default function ProductImportPage() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const id = parameters.get('id');
  const reading = useImport(id);
  const cacheImport = useCacheImport();
  const check = useFileCheck(async (checked) => {
    cacheImport(checked);
    rememberImport(checked._id);
    await navigate(`?id=${checked._id}`);
  });
  const picker = useRef<HTMLInputElement>(null);
  const isTaking = check.share === null && reading.data?.status !== 'APPLYING';
  const { isDraggedOver } = useSingleFileDrop((file) => {
    if (isTaking) check.choose(file);
  });
  const exporting = useExport();
  const stage = stageOf(id, check, reading);
  const heading = useFocusHeading(stage);
  useImportFinished(reading.data);
  return (
    <>
      <PageHeading title="Import products">
        <div className="flex flex-wrap gap-3">
          <Link to="/dashboard/product-import/pictures" className={buttonClass('secondary')}>
            <Images aria-hidden="true" className="size-5" />
            Upload pictures
          </Link>
          <Button variant="secondary" isBusy={exporting.isBusy} onClick={() => void exporting.start('csv')}>
            <Download aria-hidden="true" className="size-5" />
            Download all products
          </Button>
          <Button
            variant="secondary"
            isBusy={exporting.isBusy}
            aria-label="Export products as XLSX"
            onClick={() => void exporting.start('xlsx')}
          >
            XLSX
          </Button>
        </div>
      </PageHeading>
      <div className="space-y-4">
        <FormAlert>{exporting.problem}</FormAlert>
        <CheckProblem check={check} />
        <ImportStage
          stage={stage}
          check={check}
          reading={reading}
          headingRef={heading}
          isDraggedOver={isDraggedOver && isTaking}
          onChoose={() => picker.current?.click()}
        />
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        accept={acceptedFiles}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Allows the same file to be chosen again after a correction.
          currentTarget.value = '';
          if (file !== undefined) check.choose(file);
        }}
      />
    </>
  );
}

function CheckProblem({ check: { file, problem, share, again } }: { check: FileCheck }) {
  if (problem === null || share !== null) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="min-w-0 grow">
        <FormAlert>{`${file?.name}: ${problem.text}`}</FormAlert>
      </div>
      {problem.isPassing && (
        <Button variant="secondary" onClick={again}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Moves the focus to the heading of each new step. */
function useFocusHeading(stage: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(stage);
  useEffect(() => {
    const before = shown.current;
    shown.current = stage;
    // Not on first load.
    if (before !== stage && before !== 'loading') heading.current?.focus();
  }, [stage]);
  return heading;
}

/** When an import has finished, forgets it in this browser and refetches the catalogue. */
function useImportFinished(seen: ProductImport | undefined): void {
  const { changed } = useCatalogueInvalidation();
  const end = useEffectEvent((id: string, isApplied: boolean) => {
    forgetImport(id);
    if (isApplied) changed();
  });
  const id = seen?._id;
  const status = seen?.status;
  useEffect(() => {
    if (id !== undefined && (status === 'APPLIED' || status === 'FAILED')) end(id, status === 'APPLIED');
  }, [id, status]);
}

interface UploadProgressProps {
  headingRef: Ref<HTMLHeadingElement>;
  file: File;
  /** Share sent, 0 to 1. */
  share: number;
  onStop: () => void;
}

/** Upload progress, and the check on the server. */
function UploadProgress({ headingRef, file, share, onStop }: UploadProgressProps) {
  return (
    <ImportCard title={file.name} headingRef={headingRef} isBusy>
      <p className="mt-1 mb-4 text-sm text-ink-soft">{sizeText(file.size)}</p>
      <ProgressBar label="Uploading the file" share={share} />
      <p className="mt-2 min-h-6 tabular-nums">
        {share < 1 ? `Uploading, ${Math.floor(share * 100)} %` : 'Uploaded. Checking rows…'}
      </p>
      <Button variant="secondary" className="mt-4" onClick={onStop}>
        Stop
      </Button>
    </ImportCard>
  );
}

const notes: Record<ProductImport['status'], [state: string, link: string]> = {
  CHECKED: ['is checked but not applied yet.', 'Review it'],
  APPLYING: ['is being applied.', 'View progress'],
  APPLIED: ['is imported.', 'View result'],
  FAILED: ["couldn't be imported.", 'View result'],
};

/** Link to the last import of this browser until its result has been seen. */
function LastImportNote() {
  const [id] = useState(readLastImport);
  const { data } = useImport(id);
  if (data === undefined) return null;
  const [state, link] = notes[data.status];
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-md bg-marigold-soft px-4 py-2.5">
      <span className="min-w-0 wrap-anywhere">
        <strong className="font-semibold">{data.fileName}</strong> {state}
      </span>
      <Link to={`?id=${data._id}`} className="font-semibold text-leaf underline underline-offset-4">
        {link}
      </Link>
    </p>
  );
}
