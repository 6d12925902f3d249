import type { Ref } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { ImportCard } from './import-card.tsx';
import { sizeText } from './judge-file.ts';

interface FileSendingProps {
  headingRef: Ref<HTMLHeadingElement>;
  file: File;
  /** 0 to 1. */
  share: number;
  onStop: () => void;
}

/** A file on its way to the shop, and while the shop reads it. */
export function FileSending({ headingRef, file, share, onStop }: FileSendingProps) {
  return (
    <ImportCard title={file.name} headingRef={headingRef} isBusy>
      <p className="mt-1 mb-4 text-sm text-ink-soft">{sizeText(file.size)}</p>
      <ProgressBar label="Sending the file" share={share} />
      <p className="mt-2 min-h-6 tabular-nums">
        {share < 1 ? `Sending, ${Math.floor(share * 100)} %` : 'Sent. The shop looks at each row …'}
      </p>
      <Button variant="secondary" className="mt-4" onClick={onStop}>
        Stop
      </Button>
    </ImportCard>
  );
}
