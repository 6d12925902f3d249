/** A turning ring; says to screen readers what is waited for. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <span role="status" className="inline-flex items-center justify-center">
      <span
        aria-hidden="true"
        className="size-5 animate-spin rounded-full border-2 border-current border-r-transparent"
      />
      <span className="sr-only">{label}</span>
    </span>
  );
}

/**
 * A breathing grey shape in place of something that is on its way. Give it the size of what will come, and its
 * corners where they are not those of a card.
 */
export function Skeleton({ className = '' }: { className?: string }) {
  const corners = className.includes('rounded-') ? '' : 'rounded-md';
  return <span aria-hidden="true" className={`block animate-pulse bg-line ${corners} ${className}`} />;
}

interface ProgressBarProps {
  /** What is on its way, for those who do not see the bar. */
  label: string;
  /** 0 to 1. */
  share: number;
}

/** How far something is. */
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
