import { lazy, startTransition, Suspense, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../../class-names.ts';
import { Icon } from '../../icon/icon.tsx';

export interface ColourFieldProps {
  label: string;
  /** In the form `#rrggbb`. */
  value: string;
  onChange: (value: string) => void;
  swatches?: readonly string[] | undefined;
  disabled?: boolean | undefined;
}

/** The delay between the click and the opening of the picker. */
export const colourOpenDelayMs = 100;

/** Two rows around the colour wheel, with enough contrast on light and dark surfaces. */
const defaultSwatches = [
  '#ef4444',
  '#f97316',
  '#f59e0b',
  '#84cc16',
  '#22c55e',
  '#14b8a6',
  '#06b6d4',
  '#3b82f6',
  '#6366f1',
  '#8b5cf6',
  '#d946ef',
  '#64748b',
] as const;

const loadPopup = () => import('./colour-popup.tsx');
const ColourPopup = lazy(loadPopup);

export function ColourField({ label, value, onChange, swatches = defaultSwatches, disabled }: ColourFieldProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const preload = () => void loadPopup();
  // A transition keeps the picker closed until its chunk has loaded, instead of showing the Suspense fallback.
  const openPopup = (element: HTMLElement) =>
    startTransition(() => {
      setAnchor(element);
      setOpen(true);
    });
  return (
    <div className="flex w-fit flex-col gap-1.5">
      <span id={id} className="text-sm font-medium text-strong">
        {label}
      </span>
      <button
        type="button"
        aria-labelledby={`${id} ${id}-value`}
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={disabled}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={({ currentTarget }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            if (open) setOpen(false);
            else openPopup(currentTarget);
          }, colourOpenDelayMs);
        }}
        className={classNames(
          'form-control flex h-9 w-36 items-center gap-2.5 px-2 text-left',
          disabled && 'opacity-60',
        )}
      >
        <span aria-hidden className="size-5 rounded-sm border border-neutral" style={{ background: value }} />
        <span id={`${id}-value`} className="flex-1 font-mono text-sm">
          {value}
        </span>
        <Icon name="chevron-down" size={14} className="text-neutral-icon" />
      </button>
      <Suspense>
        {anchor && <ColourPopup {...{ anchor, open, label, value, swatches, onChange }} onOpenChange={setOpen} />}
      </Suspense>
    </div>
  );
}
