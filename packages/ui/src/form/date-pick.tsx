import { useRef } from 'react';
import { isCalendarDate } from './calendar-date.ts';
import { Icon } from '../icon/icon.tsx';

export interface DatePickProps {
  value: string | null;
  disabled: boolean;
  onPick: (date: string | null) => void;
}

/** Opens the browser's own calendar: the date can be typed in the field, or chosen here. */
export function DatePick({ value, disabled, onPick }: DatePickProps) {
  const calendar = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden
        disabled={disabled}
        value={value !== null && isCalendarDate(value) ? value : ''}
        onChange={(event) => onPick(event.target.value || null)}
        className="pointer-events-none absolute right-1 bottom-0 w-7 opacity-0"
      />
      <button
        type="button"
        aria-label="Choose a date"
        disabled={disabled}
        onClick={() => calendar.current?.showPicker()}
        className="absolute inset-y-1 right-1 grid w-7 place-items-center rounded-sm text-neutral-icon hover:bg-hover disabled:opacity-50"
      >
        <Icon name="calendar" />
      </button>
    </>
  );
}
