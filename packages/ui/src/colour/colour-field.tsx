import { lazy, startTransition, Suspense, useEffect, useId, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../icon/icon.tsx';
import { defaultSwatches } from './swatches.ts';

export interface ColourFieldProps {
  label: string;
  /** As `#rrggbb`. */
  value: string;
  onChange: (value: string) => void;
  swatches?: readonly string[] | undefined;
  disabled?: boolean | undefined;
}

export const colourOpenDelay = 100;

const load = () => import('./colour-popup.tsx');
const ColourPopup = lazy(load);

/** A button that shows a colour and opens the choice of another. */
export function ColourField({ label, value, onChange, swatches = defaultSwatches, disabled }: ColourFieldProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const preload = () => void load();
  // As soon as its code is here, whatever is pressed meanwhile: a fallback would be held.
  const show = (from: HTMLElement) =>
    startTransition(() => {
      setAnchor(from);
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
            else show(currentTarget);
          }, colourOpenDelay);
        }}
        className={classes('control-box flex h-9 w-36 items-center gap-2.5 px-2 text-left', disabled && 'opacity-60')}
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
