import { useRef } from 'react';
import { Icon } from '../icon/icon.tsx';
import { isIsoDate } from './iso-date.ts';

export interface DatePickerButtonProps {
  /** The label of the field. */
  label: string;
  value: string | null;
  disabled: boolean;
  onPick: (date: string | null) => void;
}

/** Opens the browser's native date picker. */
export function DatePickerButton({ label, value, disabled, onPick }: DatePickerButtonProps) {
  const dateInput = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={dateInput}
        type="date"
        tabIndex={-1}
        aria-hidden
        disabled={disabled}
        value={value !== null && isIsoDate(value) ? value : ''}
        onChange={(event) => onPick(event.target.value || null)}
        className="pointer-events-none absolute right-1 bottom-0 w-7 opacity-0"
      />
      <button
        type="button"
        aria-label={`Choose a date for ${label}`}
        disabled={disabled}
        onClick={() => dateInput.current?.showPicker()}
        className="absolute inset-y-1 right-1 grid w-7 place-items-center rounded-sm text-neutral-icon hover:bg-hover disabled:opacity-50"
      >
        <Icon name="calendar" />
      </button>
    </>
  );
}
