import { type Ref, useState } from 'react';
import { Link } from 'react-router';
import type { ProductImport } from '#contract/product-import/product-import.ts';
import { Button } from '#web/ui/button.tsx';
import { ProgressBar } from '#web/ui/loading.tsx';
import { sizeText } from './file-check.ts';
import { ImportCard } from './import-card.tsx';
import { readLastImport, useImport } from './import-queries.ts';

interface UploadProgressProps {
  headingRef: Ref<HTMLHeadingElement>;
  file: File;
  /** Share sent, 0 to 1. */
  share: number;
  onStop: () => void;
}

/** Upload progress, and the check on the server. */
export function UploadProgress({ headingRef, file, share, onStop }: UploadProgressProps) {
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
export function LastImportNote() {
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
