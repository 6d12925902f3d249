import type { Ref } from 'react';
import { Link } from 'react-router';
import type { ProductImport } from '#contract/product-import.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { OutOfReach } from '../out-of-reach.tsx';
import { ColumnGuide } from './column-guide.tsx';
import { FileDrop } from './file-drop.tsx';
import { FileSending } from './file-sending.tsx';
import { ImportChecked } from './import-checked.tsx';
import { ImportEnded } from './import-ended.tsx';
import { ImportProgress } from './import-progress.tsx';
import { LastImportNote } from './last-import-note.tsx';
import type { FileCheck } from './use-file-check.ts';
import { isGone, type useImport } from './use-import.ts';

type Reading = ReturnType<typeof useImport>;
type Stage = 'start' | 'sending' | 'gone' | 'loading' | 'out of reach' | ProductImport['status'];

/** How far the file is that this page is about. */
export function stageOf(id: string | null, { share }: FileCheck, { data, error, isPending }: Reading): Stage {
  if (share !== null) return 'sending';
  if (id === null) return 'start';
  if (isGone(error)) return 'gone';
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

export function ImportStage({
  stage,
  check,
  reading,
  headingRef,
  isDraggedOver,
  onChoose,
}: ImportStageProps) {
  const { file, share } = check;
  const { data } = reading;
  if (stage === 'start') {
    return (
      <>
        <LastImportNote />
        <FileDrop headingRef={headingRef} isDraggedOver={isDraggedOver} onChoose={onChoose} />
        <ColumnGuide />
      </>
    );
  }
  if (stage === 'gone') {
    return (
      <EmptyState
        title="This import is no longer there"
        action={
          <Link to="/dashboard/product-import" className={buttonClass()}>
            Choose a file
          </Link>
        }
      >
        A file that was checked is kept for a day.
      </EmptyState>
    );
  }
  if (stage === 'out of reach') {
    return (
      <OutOfReach
        subject="The import is"
        isRetrying={reading.isFetching}
        onRetry={() => void reading.refetch()}
      />
    );
  }
  if (stage === 'sending' && file !== null) {
    return <FileSending headingRef={headingRef} file={file} share={share ?? 0} onStop={check.stop} />;
  }
  if (data === undefined) return <Skeleton className="h-80 w-full rounded-lg" />;
  return (
    <div className={isDraggedOver ? 'rounded-lg outline-2 outline-offset-4 outline-leaf outline-dashed' : ''}>
      <ImportFound key={data._id} {...{ data, check, reading, headingRef, onChoose }} />
    </div>
  );
}

interface ImportFoundProps extends Pick<ImportStageProps, 'check' | 'reading' | 'headingRef' | 'onChoose'> {
  data: ProductImport;
}

function ImportFound({ data, check, reading, headingRef, onChoose }: ImportFoundProps) {
  if (data.status === 'CHECKED') {
    return <ImportChecked checked={data} headingRef={headingRef} onChooseOther={onChoose} />;
  }
  if (data.status === 'APPLYING') {
    return <ImportProgress running={data} headingRef={headingRef} isOutOfReach={reading.isRefetchError} />;
  }
  return (
    <ImportEnded
      ended={data}
      headingRef={headingRef}
      onChooseOther={onChoose}
      onCheckAgain={check.file === null ? undefined : check.again}
    />
  );
}
