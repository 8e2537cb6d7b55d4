export interface ProgressBarProps {
  label: string;
  /** From 0 to 100; without it the bar says only that something is going on. */
  value?: number | undefined;
}

export function ProgressBar({ label, value }: ProgressBarProps) {
  const known = value === undefined ? undefined : Math.max(0, Math.min(100, value));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known === undefined ? undefined : Math.round(known)}
      className="h-1 w-full overflow-hidden rounded-sm bg-neutral"
    >
      <div
        className={`h-full origin-left rounded-sm bg-action-solid transition-transform ${known === undefined ? 'animate-shimmer' : ''}`}
        style={{ transform: `scaleX(${(known ?? 40) / 100})` }}
      />
    </div>
  );
}
