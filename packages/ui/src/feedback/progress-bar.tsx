export interface ProgressBarProps {
  label: string;
  /** From 0 to 100. Without it the progress is indeterminate. */
  value?: number | undefined;
}

export function ProgressBar({ label, value }: ProgressBarProps) {
  const percent = value === undefined ? undefined : Math.max(0, Math.min(100, value));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === undefined ? undefined : Math.round(percent)}
      className="h-1 w-full overflow-hidden rounded-sm bg-neutral"
    >
      <div
        className={`h-full origin-left rounded-sm bg-action-solid transition-transform ${percent === undefined ? 'animate-shimmer' : ''}`}
        style={{ transform: `scaleX(${(percent ?? 40) / 100})` }}
      />
    </div>
  );
}
