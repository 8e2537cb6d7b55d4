import { useId } from 'react';

export interface SwatchGridProps {
  label: string;
  swatches: readonly string[];
  value: string;
  onChange: (value: string) => void;
}

export function SwatchGrid({ label, swatches, value, onChange }: SwatchGridProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="grid grid-cols-6 gap-2">
      {swatches.map((swatch) => (
        <label
          key={swatch}
          title={swatch}
          className="grid size-8 cursor-pointer place-items-center rounded-md border border-neutral outline-offset-2 has-checked:outline-2 has-checked:outline-(--neutral-icon) has-focus-visible:outline-2 has-focus-visible:outline-focus"
          style={{ background: swatch }}
        >
          <input
            type="radio"
            name={name}
            aria-label={swatch}
            checked={swatch === value}
            onChange={() => onChange(swatch)}
            className="sr-only"
          />
        </label>
      ))}
    </div>
  );
}
