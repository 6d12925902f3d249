import { FileUp } from 'lucide-react';
import { type Ref, useId } from 'react';
import { Button } from '#web/ui/button.tsx';

interface FileDropProps {
  headingRef: Ref<HTMLHeadingElement>;
  isDraggedOver: boolean;
  onChoose: () => void;
}

/** Where a file of products is chosen or dropped. */
export function FileDrop({ headingRef, isDraggedOver, onChoose }: FileDropProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={`flex flex-col items-center rounded-lg border-2 border-dashed px-4 py-8 text-center transition-colors duration-(--brief) ${
        isDraggedOver ? 'border-leaf bg-leaf-soft' : 'border-line bg-surface'
      }`}
    >
      <span className="mb-4 flex size-16 items-center justify-center rounded-full bg-leaf-soft text-leaf">
        <FileUp aria-hidden="true" className="size-8" strokeWidth={1.75} />
      </span>
      <h2 id={titleId} ref={headingRef} tabIndex={-1} className="text-lg">
        Add and change many products by a file
      </h2>
      <p className="mt-1 mb-5 max-w-md text-ink-soft">
        The file is checked first, row by row. Nothing changes before you have seen what would.
      </p>
      <Button onClick={onChoose}>Choose a CSV file</Button>
      <p className="mt-3 text-sm text-ink-soft pointer-coarse:hidden">or drop one here</p>
    </section>
  );
}
