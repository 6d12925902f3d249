import { t } from '#web/texts/t.ts';
/** With an empty label it is hidden from screen readers, for which something else says that it loads. */
export function Spinner({ label = t('ui.loading') }: { label?: string }) {
  return (
    <span
      {...(label === '' ? { 'aria-hidden': true } : { role: 'status' })}
      className="inline-flex items-center justify-center"
    >
      <span
        aria-hidden="true"
        className="size-5 animate-spin rounded-full border-2 border-current border-r-transparent"
      />
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** A placeholder for content that loads. `className` sets its size, and its radius if that is not `md`. */
export function Skeleton({ className = '' }: { className?: string }) {
  const corners = className.includes('rounded-') ? '' : 'rounded-md';
  return <span aria-hidden="true" className={`block animate-pulse bg-line ${corners} ${className}`} />;
}

interface ProgressBarProps {
  /** The accessible name. */
  label: string;
  /** 0 to 1. */
  share: number;
}

export function ProgressBar({ label, share }: ProgressBarProps) {
  const percent = Math.round(Math.min(Math.max(share, 0), 1) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-2 w-full overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full origin-left rounded-full bg-leaf transition-transform duration-(--brief)"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}
