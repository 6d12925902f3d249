import type { ReactNode } from 'react';

const looks = {
  plain: 'bg-sunken text-ink',
  good: 'bg-leaf-soft text-leaf',
  warning: 'bg-marigold-soft text-ink',
  bad: 'bg-danger-soft text-danger',
} as const;

/** A short status or category label. */
export function Chip({ look = 'plain', children }: { look?: keyof typeof looks; children: ReactNode }) {
  return (
    <span className={`inline-block rounded-sm px-2 py-0.5 text-sm font-semibold ${looks[look]}`}>
      {children}
    </span>
  );
}
