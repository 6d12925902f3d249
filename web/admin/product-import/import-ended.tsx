import { CircleCheck, CircleX } from 'lucide-react';
import type { Ref } from 'react';
import { Link } from 'react-router';
import type { ProductImport } from '#contract/product-import.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { countText } from './count-text.ts';
import { ImportCard } from './import-card.tsx';
import { ImportCounts } from './import-counts.tsx';
import { ProblemTable } from './problem-table.tsx';

interface ImportEndedProps {
  ended: ProductImport;
  headingRef: Ref<HTMLHeadingElement>;
  onChooseOther: () => void;
  /** Sends the very file once more; left out when this page does not have it any more. */
  onCheckAgain?: (() => void) | undefined;
}

/** What came of an import: all of it is in the shop, or nothing. */
export function ImportEnded(props: ImportEndedProps) {
  const { ended } = props;
  return (
    <div className="space-y-4">
      {ended.status === 'APPLIED' ? <Applied {...props} /> : <Failed {...props} />}
      {ended.problems.length > 0 && <ProblemTable found={ended} />}
    </div>
  );
}

function Applied({ ended, headingRef, onChooseOther }: ImportEndedProps) {
  const total = ended.toCreate + ended.toUpdate;
  return (
    <ImportCard title={`${ended.fileName} is applied`} headingRef={headingRef}>
      <p className="mt-2 flex items-center gap-2">
        <CircleCheck aria-hidden="true" className="size-5 flex-none text-leaf" />
        Shoppers see {countText(total, 'change')} from now on.
      </p>
      <ImportCounts counted={ended} />
      <div className="mt-5 flex flex-wrap gap-3">
        <Link to="/dashboard/product" className={buttonClass()}>
          See the products
        </Link>
        <Button variant="quiet" onClick={onChooseOther}>
          Choose another file
        </Button>
      </div>
    </ImportCard>
  );
}

function Failed({ ended, headingRef, onChooseOther, onCheckAgain }: ImportEndedProps) {
  return (
    <ImportCard title={`${ended.fileName} could not be applied`} headingRef={headingRef}>
      <p className="mt-3 flex gap-2 rounded-md bg-danger-soft px-4 py-3 text-danger">
        <CircleX aria-hidden="true" className="mt-0.5 size-5 flex-none" />
        <span className="min-w-0 wrap-anywhere">{ended.failure ?? 'Nothing was applied.'}</span>
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        {onCheckAgain !== undefined && <Button onClick={onCheckAgain}>Check the file again</Button>}
        <Button variant={onCheckAgain === undefined ? 'primary' : 'quiet'} onClick={onChooseOther}>
          Choose another file
        </Button>
      </div>
    </ImportCard>
  );
}
