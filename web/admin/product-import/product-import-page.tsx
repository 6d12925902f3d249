import { Download } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { ProductImport } from '#contract/product-import.ts';
import { Button } from '#web/ui/button.tsx';
import { useDroppedFile } from '#web/ui/use-dropped-file.ts';
import { useCatalogueChanges } from '../catalogue.ts';
import { FormProblem } from '../form-problem.tsx';
import { PageHeading } from '../page-heading.tsx';
import { ImportStage, stageOf } from './import-stage.tsx';
import { forgetImport, rememberImport } from './last-import.ts';
import { useExport } from './use-export.ts';
import { type FileCheck, useFileCheck } from './use-file-check.ts';
import { useImport, useShowImport } from './use-import.ts';

const acceptedFiles = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain';

export function meta() {
  return [{ title: 'Import products' }, { name: 'robots', content: 'noindex' }];
}

/** Products in and out of the shop as files (`/dashboard/product-import`, an import by `?id=`). */
export default function ProductImportPage() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const id = parameters.get('id');
  const reading = useImport(id);
  const showImport = useShowImport();
  const check = useFileCheck(async (checked) => {
    showImport(checked);
    rememberImport(checked._id);
    await navigate(`?id=${checked._id}`);
  });
  const picker = useRef<HTMLInputElement>(null);
  const isTaking = check.share === null && reading.data?.status !== 'APPLYING';
  const { isDraggedOver } = useDroppedFile((file) => {
    if (isTaking) check.choose(file);
  });
  const exporting = useExport();
  const stage = stageOf(id, check, reading);
  const heading = useHeadingOf(stage);
  useEndOf(reading.data);
  return (
    <>
      <PageHeading title="Import products">
        <Button variant="secondary" isBusy={exporting.isBusy} onClick={() => void exporting.start()}>
          <Download aria-hidden="true" className="size-5" />
          Download all products
        </Button>
      </PageHeading>
      <div className="space-y-4">
        <FormProblem text={exporting.problem} />
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
          // The same file, mended, can then be chosen once more.
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
        <FormProblem text={`${file?.name}: ${problem.text}`} />
      </div>
      {problem.isPassing && (
        <Button variant="secondary" onClick={again}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** What has the focus goes with each stage, so the heading of the next one takes it. */
function useHeadingOf(stage: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(stage);
  useEffect(() => {
    const before = shown.current;
    shown.current = stage;
    // Whoever has just come begins at the top of the page.
    if (before !== stage && before !== 'loading') heading.current?.focus();
  }, [stage]);
  return heading;
}

/** At the end of an import the catalogue is read again, and nobody is led back to it any more. */
function useEndOf(seen: ProductImport | undefined): void {
  const { changed } = useCatalogueChanges();
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
