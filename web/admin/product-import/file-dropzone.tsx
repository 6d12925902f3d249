import type { LucideIcon } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { Button } from '#web/ui/button.tsx';

interface FileDropzoneProps {
  Icon: LucideIcon;
  title: string;
  /** What is done with the files. */
  children: ReactNode;
  buttonLabel: string;
  /** For those who can drop files, such as `or drop one here`. */
  hint: string;
  isDraggedOver: boolean;
  onChoose: () => void;
  headingRef?: Ref<HTMLHeadingElement>;
}

/** The start of a page that takes files: they are chosen by the button or dropped. */
export function FileDropzone(props: FileDropzoneProps) {
  const { Icon, title, children, buttonLabel, hint, isDraggedOver, onChoose, headingRef } = props;
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={`flex flex-col items-center rounded-lg border-2 border-dashed px-4 py-8 text-center transition-colors duration-(--brief) ${
        isDraggedOver ? 'border-leaf bg-leaf-soft' : 'border-line bg-surface'
      }`}
    >
      <span className="mb-4 flex size-16 items-center justify-center rounded-full bg-leaf-soft text-leaf">
        <Icon aria-hidden="true" className="size-8" strokeWidth={1.75} />
      </span>
      <h2 id={titleId} ref={headingRef} tabIndex={-1} className="text-lg">
        {title}
      </h2>
      <p className="mt-1 mb-5 max-w-md text-ink-soft">{children}</p>
      <Button onClick={onChoose}>{buttonLabel}</Button>
      <p className="mt-3 text-sm text-ink-soft pointer-coarse:hidden">{hint}</p>
    </section>
  );
}
