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
