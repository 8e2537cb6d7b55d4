export interface ToggleOption<V extends string = string> {
  value: V;
  label: string;
  /** A number to show behind the label. */
  count?: number | undefined;
}

export interface ToggleGroupProps<V extends string = string> {
  label: string;
  options: readonly ToggleOption<V>[];
  value: V;
  onChange: (value: V) => void;
}

/** A row of buttons, of which one is pressed. */
export function ToggleGroup<V extends string>({ label, options, value, onChange }: ToggleGroupProps<V>) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="h-7 rounded-md border border-transparent px-2.5 text-sm font-medium text-secondary hover:bg-hover hover:text-strong aria-pressed:border-neutral aria-pressed:bg-button aria-pressed:text-strong"
        >
          {option.label}{' '}
          {option.count !== undefined && <span className="ml-0.5 text-secondary tabular-nums">{option.count}</span>}
        </button>
      ))}
    </div>
  );
}
