import { Icon } from '../icon/icon.tsx';
import { VisuallyHidden } from '../text/visually-hidden.tsx';

export interface Step {
  readonly label: string;
  readonly isDone: boolean;
}

export interface StepsProps {
  /** What the steps lead to, for screen readers. */
  label: string;
  steps: readonly Step[];
  /** The position of the step that the page is about. */
  current: number;
}

/** Where the user is in a sequence of pages, in one line. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-secondary">
      <p>
        Step {current + 1} of {steps.length}
      </p>
      <ol aria-label={label} className="flex flex-wrap gap-x-4 gap-y-1">
        {steps.map((step, position) => (
          <li
            key={step.label}
            aria-current={position === current ? 'step' : undefined}
            className="flex items-center gap-1.5 aria-[current]:font-medium aria-[current]:text-strong"
          >
            <StepMark isDone={step.isDone} isCurrent={position === current} number={position + 1} />
            {step.label}
            {step.isDone && <VisuallyHidden> (done)</VisuallyHidden>}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The number of a step, or a check mark once it is done. */
export function StepMark({ isDone, isCurrent, number }: { isDone: boolean; isCurrent: boolean; number: number }) {
  if (isDone) return <Icon name="check-circle" size={20} className="text-success-icon" />;
  return (
    <span
      aria-hidden
      className={`grid size-5 flex-none place-items-center rounded-full border text-xs/none tabular-nums ${isCurrent ? 'border-action bg-action text-action' : 'border-control'}`}
    >
      {number}
    </span>
  );
}
