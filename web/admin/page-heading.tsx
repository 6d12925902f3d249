import type { ReactNode } from 'react';

interface PageHeadingProps {
  title: string;
  /** Number of items, once known. */
  count?: number | undefined;
  /** Actions of the page, aligned right. */
  children?: ReactNode;
}

export function PageHeading({ title, count, children }: PageHeadingProps) {
  return (
    <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="flex items-baseline gap-3">
        <h1 className="text-xl">{title}</h1>
        {count !== undefined && (
          <p className="text-ink-soft tabular-nums">
            {count.toLocaleString('en-IN')}
            <span className="sr-only"> in all</span>
          </p>
        )}
      </div>
      {children}
    </div>
  );
}
